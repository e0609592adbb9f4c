package dev.dyno.broker.resource;

import dev.dyno.model.result.ResourceMetric;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The heap and the garbage collections of a HotSpot JVM of this host, for any collector, from its performance counters, without
 * disturbing the JVM.
 *
 * <p>The JVM writes the use of the young generation at each collection, and with most collectors every 50 ms. It writes the use
 * of all other memory, which is nearly all of the memory in use after a collection, at each collection only.
 */
final class HsPerfJvm implements FigureReader {

    private static final int MAX_GENERATIONS = 4;
    private static final int MAX_SPACES = 8;
    private static final int MAX_COLLECTORS = 8;

    /** Counter of queued messages in a broker that Dyno starts, if its launcher counts them. */
    private static final String QUEUED = "dyno.queuedMessages";

    private final HsPerfData data;
    private final double ticksPerSecond;
    private final List<Long> used = new ArrayList<>();
    /** Offsets of the spaces that only collections fill; empty for a heap whose young generation has a single space. */
    private final List<Long> survived = new ArrayList<>();

    private final List<Long> committed = new ArrayList<>();
    private final List<Long> collections = new ArrayList<>();
    private final List<Long> collectionTicks = new ArrayList<>();
    private final List<Long> stoppedTicks = new ArrayList<>();
    private OptionalLong queued = OptionalLong.empty();

    private HsPerfJvm(HsPerfData data) throws IOException {
        this.data = data;
        OptionalLong frequency = data.find("sun.os.hrt.frequency");
        if (frequency.isEmpty()) {
            throw new IOException("it has no clock");
        }
        ticksPerSecond = data.at(frequency.getAsLong());
        for (int generation = 0; generation < MAX_GENERATIONS; generation++) {
            find("sun.gc.generation." + generation + ".capacity", committed);
            for (int space = 0; space < MAX_SPACES; space++) {
                find("sun.gc.generation." + generation + ".space." + space + ".used", used);
            }
        }
        // Where the young generation has several spaces, each collection empties the first, where objects are created.
        if (data.find("sun.gc.generation.0.space.1.used").isPresent()) {
            survived.addAll(used.subList(1, used.size()));
        }
        for (int collector = 0; collector < MAX_COLLECTORS; collector++) {
            find("sun.gc.collector." + collector + ".invocations", collections);
            find("sun.gc.collector." + collector + ".time", collectionTicks);
        }
        find("sun.rt.safepointTime", stoppedTicks);
        if (used.isEmpty()) {
            throw new IOException("it has no counters of a heap");
        }
    }

    private void find(String name, List<Long> places) {
        data.find(name).ifPresent(places::add);
    }

    /** @throws IOException when the file cannot be used */
    static HsPerfJvm open(Path file) throws IOException {
        return new HsPerfJvm(HsPerfData.open(file));
    }

    /**
     * File of a process: named by its id, in a folder named by its user, in /tmp on Linux regardless of java.io.tmpdir. For a
     * process in a container: in the container's /tmp, named by its id inside.
     */
    static Optional<Path> fileOf(long pid) {
        String name = Long.toString(pid);
        Path temporary = Files.isDirectory(Path.of("/proc/self"))
                ? Path.of("/tmp")
                : Path.of(System.getProperty("java.io.tmpdir"));
        Optional<Path> file = fileIn(temporary, name);
        if (file.isPresent()) {
            return file;
        }
        Path process = Path.of("/proc", name);
        return nameInside(process).flatMap(inside -> fileIn(process.resolve("root/tmp"), inside));
    }

    private static Optional<Path> fileIn(Path temporary, String name) {
        try (DirectoryStream<Path> users = Files.newDirectoryStream(temporary, "hsperfdata_*")) {
            for (Path user : users) {
                Path file = user.resolve(name);
                if (Files.isReadable(file)) {
                    return Optional.of(file);
                }
            }
        } catch (IOException | RuntimeException e) {
            // This user may not read the folder.
        }
        return Optional.empty();
    }

    /** Id of a process in its innermost PID namespace; empty if it is in one namespace only. */
    private static Optional<String> nameInside(Path process) {
        try {
            return Files.readAllLines(process.resolve("status")).stream()
                    .filter(line -> line.startsWith("NSpid:"))
                    .map(line -> line.split("\\s+", -1))
                    .filter(words -> words.length > 2)
                    .map(words -> words[words.length - 1])
                    .findFirst();
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    @Override
    public void read(ResourceReading into, long nowNs) {
        into.level(ResourceMetric.HEAP_USED, sum(used))
                .level(ResourceMetric.HEAP_COMMITTED, sum(committed))
                .counter(ResourceMetric.GC_COUNT, sum(collections))
                .counter(ResourceMetric.GC_TIME, sum(collectionTicks) / ticksPerSecond);
        if (!survived.isEmpty()) {
            into.level(ResourceMetric.HEAP_AFTER_GC, sum(survived));
        }
        if (!stoppedTicks.isEmpty()) {
            into.counter(ResourceMetric.STOPPED, sum(stoppedTicks) / ticksPerSecond);
        }
        if (queued.isEmpty()) {
            // The counter appears when the broker is ready; after a restart that is later than the first reading.
            queued = data.findNow(QUEUED);
        }
        if (queued.isPresent()) {
            into.level(ResourceMetric.QUEUED, data.at(queued.getAsLong()));
        }
    }

    private double sum(List<Long> places) {
        long sum = 0;
        for (long place : places) {
            sum += data.at(place);
        }
        return sum;
    }
}
