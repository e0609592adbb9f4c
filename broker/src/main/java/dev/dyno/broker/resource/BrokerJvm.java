package dev.dyno.broker.resource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/** Finds a way to read a broker's JVM without a restart: by its performance counters, or by attaching to it. */
final class BrokerJvm {

    private static final String NO_ATTACH = "-XX:+DisableAttachMechanism";

    private BrokerJvm() {}

    /**
     * @param pid of the broker, or of the script that started it
     * @param notes receives sentences for the user: that the JVM is attached to, or cannot be read
     * @return empty if it is no JVM, or one that cannot be read
     */
    static Optional<JvmFigures> find(long pid, Consumer<String> notes) {
        return first(pid, one -> counters(one).or(() -> attach(one, notes)));
    }

    /** JVM that is read by its performance counters, which takes no time and does not disturb it. */
    static Optional<JvmFigures> findCounters(long pid) {
        return first(pid, BrokerJvm::counters);
    }

    private static Optional<JvmFigures> first(long pid, LongFunction<Optional<JvmFigures>> open) {
        Optional<ProcessHandle> root = ProcessHandle.of(pid);
        try (Stream<ProcessHandle> all = root.stream().flatMap(r -> Stream.concat(Stream.of(r), r.descendants()))) {
            return all.flatMap(one -> open.apply(one.pid()).stream()).findFirst();
        }
    }

    /** Performance counters of one process, without its children; also empty if it has only just started. */
    static Optional<JvmFigures> counters(long pid) {
        return HsPerfJvm.fileOf(pid).flatMap(file -> {
            try {
                return Optional.of(HsPerfJvm.open(file));
            } catch (IOException e) {
                return Optional.empty();
            }
        });
    }

    private static Optional<JvmFigures> attach(long pid, Consumer<String> notes) {
        if (!isJvm(pid)) {
            return Optional.empty();
        }
        if (isClosed(pid)) {
            notes.accept(unreadable(pid) + " (" + NO_ATTACH + ")");
            return Optional.empty();
        }
        try {
            JvmFigures attached = AttachedJvm.open(pid);
            notes.accept(
                    "process " + pid + " has no performance counters to be read (-XX:-UsePerfData?): a management agent"
                            + " was started in it, which costs it some threads");
            return Optional.of(attached);
        } catch (IOException e) {
            notes.accept(unreadable(pid) + ": " + e.getMessage());
            return Optional.empty();
        }
    }

    private static String unreadable(long pid) {
        return "the heap and the garbage collections of process " + pid
                + " cannot be read: it has no performance counters (-XX:-UsePerfData?), and does not let anybody attach";
    }

    /**
     * Whether the JVM refuses attaching. Such a JVM takes the attempt for a request for a thread dump, and the attempt waits ten
     * seconds.
     */
    private static boolean isClosed(long pid) {
        for (String file : List.of("cmdline", "environ")) {
            try {
                String text = Files.readString(Path.of("/proc", Long.toString(pid), file), StandardCharsets.ISO_8859_1);
                if (text.contains(NO_ATTACH)) {
                    return true;
                }
            } catch (IOException e) {
                // It will not accept attaching, either.
            }
        }
        return false;
    }

    /** Whether the process is a JVM: attaching sends a signal that ends other processes. */
    private static boolean isJvm(long pid) {
        try (Stream<String> maps = Files.lines(Path.of("/proc", Long.toString(pid), "maps"))) {
            return maps.anyMatch(line -> line.endsWith("/libjvm.so"));
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }
}
