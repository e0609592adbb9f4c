package dev.dyno.model.result;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Catalogue of the metrics that are sampled during a run, with names and scales for reports. A page of metrics may have others,
 * which are not in the catalogue.
 */
public enum ResourceMetric {
    RSS("rss-bytes", Unit.BYTES, Kind.LEVEL, "memory that is resident, all processes of the subject"),
    VSS("vss-bytes", Unit.BYTES, Kind.LEVEL, "address space, all processes of the subject"),
    CPU("cpu-cores", Unit.CORES, Kind.RATE, "processors that were busy; of the host: with anything"),
    CPU_BUSIEST_CORE(
            "cpu-busiest-core-percent",
            Unit.PERCENT,
            Kind.RATE,
            "share of the time in which the busiest core was busy"),
    CPU_BUSIEST_THREAD(
            "cpu-busiest-thread-percent",
            Unit.PERCENT,
            Kind.RATE,
            "share of the time in which the busiest thread had a processor"),
    THREADS("threads", Unit.NUMBER, Kind.LEVEL, "threads"),
    OPEN_FILES("open-files", Unit.NUMBER, Kind.LEVEL, "open file descriptors, sockets included"),
    READ("read-bytes-per-second", Unit.BYTES_PER_SECOND, Kind.RATE, "fetched from storage"),
    WRITE("write-bytes-per-second", Unit.BYTES_PER_SECOND, Kind.RATE, "sent to storage"),
    HEAP_USED("heap-used-bytes", Unit.BYTES, Kind.LEVEL, "heap in use, with what is garbage already"),
    HEAP_COMMITTED("heap-committed-bytes", Unit.BYTES, Kind.LEVEL, "heap that the JVM has taken from the system"),
    HEAP_AFTER_GC("heap-after-gc-bytes", Unit.BYTES, Kind.LEVEL, "heap that was in use after the last collection"),
    GC_COUNT("gc-count", Unit.NUMBER, Kind.AMOUNT, "garbage collections"),
    GC_TIME("gc-seconds", Unit.SECONDS, Kind.AMOUNT, "time in garbage collections, as the JVM counts it"),
    GC_THROUGHPUT(
            "gc-throughput-percent",
            Unit.PERCENT,
            Kind.RATE,
            "100 x (1 - time in garbage collections / time that passed)"),
    STOPPED(
            "stopped-seconds",
            Unit.SECONDS,
            Kind.AMOUNT,
            "time in which the JVM had stopped all threads, for whatever reason"),
    CPU_THROTTLED(
            "cpu-throttled-cores",
            Unit.CORES,
            Kind.RATE,
            "processors that the CPU quota of the subject's control group withheld"),
    CPU_STOLEN(
            "cpu-stolen-cores",
            Unit.CORES,
            Kind.RATE,
            "processors that the host of this virtual machine gave to others"),
    CPU_SPEED(
            "cpu-speed",
            Unit.NUMBER,
            Kind.LEVEL,
            "steps of a fixed calculation in a microsecond of processor time; fewer while something else computes on the same core,"
                    + " for example a neighbour on the machine below a virtual one, which takes no time that is counted"),
    RUN_QUEUE("run-queue", Unit.NUMBER, Kind.LEVEL, "threads that run or wait for a processor"),
    BLOCKED("blocked-threads", Unit.NUMBER, Kind.LEVEL, "threads that wait for storage"),
    CPU_WAITING(
            "cpu-waiting-percent",
            Unit.PERCENT,
            Kind.RATE,
            "share of the time in which at least one thread waited for a processor"),
    STORAGE_WAITING(
            "storage-waiting-percent",
            Unit.PERCENT,
            Kind.RATE,
            "share of the time in which at least one thread waited for storage"),
    MEMORY_AVAILABLE("memory-available-bytes", Unit.BYTES, Kind.LEVEL, "memory that could be had without swapping"),
    DISK_READ("disk-read-bytes-per-second", Unit.BYTES_PER_SECOND, Kind.RATE, "read from all disks"),
    DISK_WRITE("disk-write-bytes-per-second", Unit.BYTES_PER_SECOND, Kind.RATE, "written to all disks"),
    DISK_BUSY("disk-busy-percent", Unit.PERCENT, Kind.RATE, "share of the time in which the busiest disk had work"),
    QUEUED("queued-messages", Unit.NUMBER, Kind.LEVEL, "messages in all queues"),
    READY("ready-messages", Unit.NUMBER, Kind.LEVEL, "of these, the ones that wait for a consumer"),
    UNACKNOWLEDGED("unacknowledged-messages", Unit.NUMBER, Kind.LEVEL, "of these, the ones that a consumer has"),
    CONNECTIONS("connections", Unit.NUMBER, Kind.LEVEL, "connections of clients"),
    PUBLISHED("published-per-second", Unit.PER_SECOND, Kind.RATE, "messages that producers have sent"),
    DELIVERED("delivered-per-second", Unit.PER_SECOND, Kind.RATE, "messages that consumers were given");

    public enum Unit {
        BYTES,
        BYTES_PER_SECOND,
        CORES,
        SECONDS,
        PERCENT,
        PER_SECOND,
        NUMBER
    }

    /** Relation between a value and its interval. */
    public enum Kind {
        /** The value at the end of the interval. */
        LEVEL,
        /** The mean over the interval. */
        RATE,
        /** The amount in the interval; the sum over all intervals is the total. */
        AMOUNT
    }

    private static final Map<String, ResourceMetric> BY_TAG = Collections.unmodifiableMap(Arrays.stream(values())
            .collect(Collectors.toMap(ResourceMetric::tag, m -> m, (a, b) -> a, LinkedHashMap::new)));

    private final String tag;
    private final Unit unit;
    private final Kind kind;
    private final String sentence;

    ResourceMetric(String tag, Unit unit, Kind kind, String sentence) {
        this.tag = tag;
        this.unit = unit;
        this.kind = kind;
        this.sentence = sentence;
    }

    /** Name in samples and files. */
    public String tag() {
        return tag;
    }

    public Unit unit() {
        return unit;
    }

    public Kind kind() {
        return kind;
    }

    /** Description for users. */
    public String sentence() {
        return sentence;
    }

    /** Metric of the given name, if it is in the catalogue. */
    public static Optional<ResourceMetric> find(String tag) {
        return Optional.ofNullable(BY_TAG.get(tag));
    }
}
