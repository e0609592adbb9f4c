package dev.dyno.engine.record;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.Workload;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Estimate of the files and processors that the clients of a load need in this process. A process that may not open that many
 * files fails while it connects, with the error of some library.
 */
public final class ClientNeeds {

    /** Files of the JVM itself, the driver's jars and the run. */
    private static final int OTHER_FILES = 100;

    /**
     * The limits of this process.
     *
     * @param files maximum number of open files
     * @param spinning number of threads that may each keep a processor busy: one processor is left for all else
     */
    public record ProcessLimits(OptionalLong files, long spinning) {

        public static ProcessLimits ofThisProcess() {
            return new ProcessLimits(
                    ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                            ? OptionalLong.of(unix.getMaxFileDescriptorCount())
                            : OptionalLong.empty(),
                    Runtime.getRuntime().availableProcessors() - 1L);
        }
    }

    private final long producers;
    private final long consumers;
    private final long connections;
    private final long files;
    private final long spinning;

    /**
     * @param share of the workload's clients that this process has
     * @param filesProducing number of files that the producers' driver opens for each connection
     * @param filesConsuming number of files that the consumers' driver opens for each connection
     */
    public ClientNeeds(Workload workload, Share share, int filesProducing, int filesConsuming) {
        producers = share.countProducers(0, workload.producerCount());
        consumers = share.countConsumers(workload.producerCount(), workload.consumerCount());
        long producing = 0;
        long spinners = 0;
        int first = 0;
        for (ProducerGroup group : workload.producers()) {
            long here = share.countProducers(first, group.size());
            first += group.size();
            producing += group.connectionsOfConsumers() && workload.consumes() ? 0 : connections(group, here);
            long loops = group.mode() == SendMode.ASYNC ? Math.min(group.threads(), here) : here;
            spinners += group.spin() ? loops : 0;
        }
        long consuming = 0;
        for (ConsumerGroup group : workload.consumers()) {
            consuming += atMost(group.connections(), share.countConsumers(first, group.size()));
            first += group.size();
        }
        spinning = spinners;
        connections = consuming + producing;
        files = OTHER_FILES + producing * filesProducing + consuming * filesConsuming;
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
        List<String> missing = new ArrayList<>();
        if (files > limits.files.orElse(files)) {
            String who = Stream.of(clients(producers, "producer"), clients(consumers, "consumer"))
                    .filter(text -> !text.isEmpty())
                    .reduce((one, other) -> one + " and " + other)
                    .orElse("");
            missing.add(String.format(
                    Locale.ROOT,
                    "%s with %,d connections need about %,d open files, and this process may have %,d; raise that with"
                            + " ulimit -n %d, or have fewer clients or let them share connections.",
                    who,
                    connections,
                    files,
                    limits.files.getAsLong(),
                    rounded(files)));
        }
        if (spinning > limits.spinning) {
            missing.add(spinning + " threads that send would spin, and the processors here allow " + limits.spinning
                    + ": one is left for all else. Leave spin out, or have fewer threads that send.");
        }
        return missing;
    }

    private static String clients(long number, String kind) {
        return number == 0 ? "" : String.format(Locale.ROOT, "%,d %s%s", number, kind, number == 1 ? "" : "s");
    }

    /** Returns the need rounded up to a multiple of 1,024: easy to type, with some room. */
    private static long rounded(long needed) {
        long step = 1024;
        return (needed + step) / step * step;
    }
}
