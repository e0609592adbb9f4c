package dev.dyno.broker.resource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Finds the performance counters of a broker's JVM. */
final class BrokerJvm {

    private BrokerJvm() {}

    /**
     * @param pid of the broker, or of the script that started it
     * @return empty if it is no JVM, or one without counters
     */
    static Optional<FigureReader> find(long pid) {
        return withChildren(
                pid, all -> all.flatMap(one -> counters(one).stream()).findFirst());
    }

    /** Whether the process or one below it is a JVM. */
    static boolean isThere(long pid) {
        return withChildren(pid, all -> all.anyMatch(BrokerJvm::isJvm));
    }

    private static <T> T withChildren(long pid, Function<Stream<Long>, T> look) {
        Optional<ProcessHandle> root = ProcessHandle.of(pid);
        try (Stream<ProcessHandle> all = root.stream().flatMap(r -> Stream.concat(Stream.of(r), r.descendants()))) {
            return look.apply(all.map(ProcessHandle::pid));
        }
    }

    /** Performance counters of one process, without its children; also empty if it has only just started. */
    static Optional<FigureReader> counters(long pid) {
        return HsPerfJvm.fileOf(pid).flatMap(file -> {
            try {
                return Optional.of(HsPerfJvm.open(file));
            } catch (IOException e) {
                return Optional.empty();
            }
        });
    }

    private static boolean isJvm(long pid) {
        try (Stream<String> maps = Files.lines(Path.of("/proc", Long.toString(pid), "maps"))) {
            return maps.anyMatch(line -> line.endsWith("/libjvm.so"));
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }
}
