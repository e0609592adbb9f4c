package dev.dyno.engine.record;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.engine.drivers.ConnectionNeeds;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.Workload;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Estimate of the files, ports, threads and memory that the clients of a load need in this process. A process without them fails
 * in the middle of connecting, with an error of whichever library came first.
 */
public final class ClientNeeds {

    /** Files of the JVM itself, the driver's jars and the run. */
    private static final int OTHER_FILES = 100;

    /** Threads of the JVM itself, the clocks and the readers of resources. */
    private static final int OTHER_THREADS = 50;

    private static final int MIB_OF_A_GIB = 1024;

    /** Heap for messages in flight and recorders, and for rounding up to whole GiB. */
    private static final int OTHER_HEAP_GIB = 2;

    /** Memory mappings of a thread: a stack with its guard, and the allocator's arena. */
    private static final int MAPS_OF_A_THREAD = 3;

    /**
     * The limits of this process.
     *
     * @param files open at a time
     * @param ports for connections to one address
     * @param threads at a time
     * @param heapMiB of the JVM
     * @param spinning threads that each keep a processor busy: one processor is left for all else
     */
    public record ProcessLimits(
            OptionalLong files, OptionalLong ports, OptionalLong threads, OptionalLong heapMiB, OptionalLong spinning) {

        public static ProcessLimits ofThisProcess() {
            OptionalLong files = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                    ? OptionalLong.of(unix.getMaxFileDescriptorCount())
                    : OptionalLong.empty();
            return new ProcessLimits(
                    files,
                    localPorts(),
                    mostThreads(),
                    OptionalLong.of(Runtime.getRuntime().maxMemory() >> 20),
                    OptionalLong.of(Runtime.getRuntime().availableProcessors() - 1));
        }

        private static OptionalLong localPorts() {
            Matcher range = match("/proc/sys/net/ipv4/ip_local_port_range", "(?s)(\\d+)\\s+(\\d+).*");
            return range.matches()
                    ? OptionalLong.of(Long.parseLong(range.group(2)) - Long.parseLong(range.group(1)) + 1)
                    : OptionalLong.empty();
        }

        /** The lowest thread limit that can be read. Root is not bound by the limit of its user. */
        private static OptionalLong mostThreads() {
            List<Long> limits = new ArrayList<>();
            add(limits, "/proc/sys/kernel/threads-max", "(\\d+)\\s*", 1);
            add(limits, "/proc/sys/vm/max_map_count", "(\\d+)\\s*", MAPS_OF_A_THREAD);
            add(limits, "/sys/fs/cgroup/pids.max", "(\\d+)\\s*", 1);
            if (!System.getProperty("user.name", "").equals("root")) {
                add(limits, "/proc/self/limits", "(?s).*Max processes +(\\d+) .*", 1);
            }
            return limits.stream().mapToLong(Long::longValue).min();
        }

        private static void add(List<Long> limits, String file, String pattern, int each) {
            Matcher limit = match(file, pattern);
            if (limit.matches()) {
                limits.add(Long.parseLong(limit.group(1)) / each);
            }
        }

        private static Matcher match(String file, String pattern) {
            String text;
            try {
                // With a large buffer, because some of these files return their text only to the first read.
                text = String.join("\n", Files.readAllLines(Path.of(file), StandardCharsets.UTF_8));
            } catch (IOException e) {
                // Another system, or a file that does not exist: the limit is unknown.
                text = "";
            }
            return Pattern.compile(pattern).matcher(text);
        }
    }

    private final long producers;
    private final long consumers;
    private final long connections;
    private final long files;
    private final long threads;
    private final long heapMiB;
    private final long spinning;

    /**
     * @param share of the workload's clients that this process has
     * @param producing of the driver of the producers
     * @param consuming of the driver of the consumers
     */
    public ClientNeeds(Workload workload, Share share, ConnectionNeeds producing, ConnectionNeeds consuming) {
        long producersOwn = 0;
        long consumersOwn = 0;
        long loops = 0;
        long spinners = 0;
        long all = 0;
        int first = 0;
        int sharing =
                workload.consumers().stream().mapToInt(ConsumerGroup::size).sum();
        for (ProducerGroup group : workload.producers()) {
            long here = IntStream.range(first, first += group.size())
                    .filter(share::hasProducer)
                    .count();
            all += here;
            producersOwn += group.connectionsOfConsumers() && sharing > 0 ? 0 : connections(group, here);
            long ofGroup = group.mode() == SendMode.ASYNC ? Math.min(group.threads(), here) : here;
            loops += ofGroup;
            spinners += group.spin() ? ofGroup : 0;
        }
        producers = all;
        spinning = spinners;
        all = 0;
        for (ConsumerGroup group : workload.consumers()) {
            long here = IntStream.range(first, first += group.size())
                    .filter(share::hasConsumer)
                    .count();
            all += here;
            consumersOwn += atMost(group.connections(), here);
            loops += group.mode() == ConsumerGroup.Mode.LISTENER ? 0 : here;
        }
        consumers = all;
        connections = consumersOwn + producersOwn;
        files = OTHER_FILES + producersOwn * producing.files() + consumersOwn * consuming.files();
        threads = OTHER_THREADS + producersOwn * producing.threads() + consumersOwn * consuming.threads() + loops;
        heapMiB = (producersOwn * producing.heapKiB() + consumersOwn * consuming.heapKiB()) >> 10;
    }

    private static long connections(ProducerGroup group, long here) {
        if (group.connectOnly()) {
            return here * group.messageCount() / Math.max(1, group.size());
        }
        return atMost(
                group.connections() == 0 && group.sharedConnections() ? group.threads() : group.connections(), here);
    }

    /** @param limit 0 = none */
    private static long atMost(int limit, long all) {
        return limit == 0 ? all : Math.min(limit, all);
    }

    /** One sentence for each limit that is too low. */
    public List<String> missing(ProcessLimits limits) {
        String who = Stream.of(clients(producers, "producer"), clients(consumers, "consumer"))
                .filter(text -> !text.isEmpty())
                .reduce((one, other) -> one + " and " + other)
                .orElse("");
        List<String> missing = new ArrayList<>();
        check(who, "open files", files, limits.files, "raise that with ulimit -n " + rounded(files), missing);
        check(
                who,
                "ports of this machine",
                connections,
                limits.ports,
                "raise that with sysctl -w net.ipv4.ip_local_port_range='1024 65535'",
                missing);
        check(
                who,
                "threads",
                threads,
                limits.threads,
                "raise ulimit -u, sysctl kernel.threads-max and vm.max_map_count, or the limit of the container",
                missing);
        check(
                who,
                "MiB of memory",
                heapMiB,
                limits.heapMiB,
                "give more by JAVA_ARGS=-Xmx" + (heapMiB / MIB_OF_A_GIB + OTHER_HEAP_GIB) + "g",
                missing);
        if (spinning > limits.spinning.orElse(spinning)) {
            missing.add(spinning + " threads that send would spin, and the processors here allow "
                    + limits.spinning.getAsLong()
                    + ": one is left for all else. Leave spin out, or have fewer threads that send.");
        }
        return missing;
    }

    private static String clients(long number, String kind) {
        return number == 0 ? "" : String.format(Locale.ROOT, "%,d %s%s", number, kind, number == 1 ? "" : "s");
    }

    private void check(String who, String of, long needed, OptionalLong limit, String mend, List<String> missing) {
        if (limit.isPresent() && needed > limit.getAsLong()) {
            missing.add(String.format(
                    Locale.ROOT,
                    "%s with %,d connections need about %,d %s, and this process may have %,d; %s, or have fewer clients or"
                            + " let them share connections.",
                    who,
                    connections,
                    needed,
                    of,
                    limit.getAsLong(),
                    mend));
        }
    }

    /** The need rounded up to a multiple of 1,024: easy to type, with some room. */
    private static long rounded(long needed) {
        long step = 1024;
        return (needed + step) / step * step;
    }
}
