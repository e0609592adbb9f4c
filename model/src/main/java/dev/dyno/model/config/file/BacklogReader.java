package dev.dyno.model.config.file;

import static dev.dyno.model.config.PhaseSettings.BYTES;
import static dev.dyno.model.config.PhaseSettings.LENGTH;
import static dev.dyno.model.config.PhaseSettings.MESSAGES;

import dev.dyno.model.config.PhaseSettings;
import dev.dyno.model.config.YamlReading;
import dev.dyno.model.workload.Backlog;
import dev.dyno.model.yaml.YamlMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the backlog among the phases of a workload file. */
final class BacklogReader {

    private BacklogReader() {}

    static Optional<Backlog> read(YamlMap phases) {
        return phases.map("backlog").map(BacklogReader::backlog);
    }

    private static Backlog backlog(YamlMap map) {
        YamlReading in = new YamlReading(map, PhaseSettings.BACKLOG, List.of());
        if (Stream.of(MESSAGES, BYTES, LENGTH).filter(in::has).count() != 1) {
            map.problem(
                    "must say how large it is to be by one of messages, bytes and duration, like { messages: 1000000 }.");
        }
        return PhaseSettings.readBacklog(in);
    }
}
