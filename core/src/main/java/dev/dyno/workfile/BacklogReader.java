package dev.dyno.workfile;

import dev.dyno.driver.setting.Units;
import dev.dyno.workload.Backlog;
import dev.dyno.yaml.YamlMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the backlog among the phases of a workload file. */
final class BacklogReader {

    private static final Duration DEADLINE = Duration.ofMinutes(5);

    private BacklogReader() {}

    static Optional<Backlog> read(YamlMap phases) {
        return phases.map("backlog").map(BacklogReader::backlog);
    }

    private static Backlog backlog(YamlMap map) {
        List<Backlog.Size> sizes = new ArrayList<>();
        if (map.has("messages")) {
            sizes.add(new Backlog.Messages(map.number("messages", 1, Long.MAX_VALUE, 1)));
        }
        Values.parse(map, "bytes", BacklogReader::bytes).ifPresent(bytes -> sizes.add(new Backlog.Bytes(bytes)));
        Values.duration(map, "duration").ifPresent(time -> sizes.add(new Backlog.Time(time)));
        if (sizes.size() != 1
                && map.keys().stream()
                                .filter(List.of("messages", "bytes", "duration")::contains)
                                .count()
                        != 1) {
            map.problem(
                    "must say how large it is to be by one of messages, bytes and duration, like { messages: 1000000 }.");
        }
        notZero(map, "duration", sizes.contains(new Backlog.Time(Duration.ZERO)));
        Duration deadline = Values.duration(map, "deadline").orElse(DEADLINE);
        notZero(map, "deadline", deadline.isZero());
        boolean whileSending = map.flag("while-sending", false);
        map.refuseOthers();
        return new Backlog(sizes.isEmpty() ? new Backlog.Messages(1) : sizes.get(0), deadline, whileSending);
    }

    private static long bytes(String text) {
        long bytes = Units.parseBytes(text);
        if (bytes == 0) {
            throw new IllegalArgumentException(text + "; must be more than 0.");
        }
        return bytes;
    }

    private static void notZero(YamlMap map, String key, boolean zero) {
        if (zero) {
            map.problem(key, "0s; must be more than 0s.");
        }
    }
}
