package dev.dyno.model.config;

import dev.dyno.driver.setting.ValueType;
import dev.dyno.model.workload.WorkerLossPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The settings of workers that make a load together. */
public final class WorkerSettings {

    /**
     * Workers that make a load together.
     *
     * @param all number of workers; empty = {@code producers} plus {@code consumers}
     * @param producers number of workers that only send; empty = all do both
     * @param consumers number of workers that only receive; present if {@code producers} is
     * @param brokerOn name of an additional worker that runs the broker; empty = the broker runs here
     * @param listen address at which they join, HOST:PORT
     * @param await longest wait for them
     * @param onLoss effect of a lost worker on the run
     */
    public record Workers(
            Optional<Integer> all,
            Optional<Integer> producers,
            Optional<Integer> consumers,
            Optional<String> brokerOn,
            String listen,
            Duration await,
            WorkerLossPolicy onLoss) {

        /** Number of workers that make the load. */
        public int size() {
            return producers
                    .flatMap(some -> consumers.map(others -> some + others))
                    .orElseGet(() -> all.orElse(1));
        }
    }

    private static final ValueType<Integer> COUNT = ValueType.count(1, 1000);

    public static final Section<Workers> SECTION = new Section<>("", HelpPart.WORKERS);

    public static final LoadSetting<Workers, Optional<Integer>> WORKERS = SECTION.optional(
                    "workers", COUNT, Workers::all)
            .means("Let N processes make the load, each started as dyno worker; this one waits for them.")
            .flag("N", "--workers")
            .defaultWords("this process alone");

    public static final LoadSetting<Workers, Optional<Integer>> PRODUCERS = SECTION.optional(
                    "producer-workers", COUNT, Workers::producers)
            .means("Only these of the workers send, and the others, consumer-workers, receive.")
            .flag("N", "--producer-workers")
            .defaultWords("all do both");

    public static final LoadSetting<Workers, Optional<Integer>> CONSUMERS = SECTION.optional(
                    "consumer-workers", COUNT, Workers::consumers)
            .means("Only these of the workers receive.")
            .flag("N", "--consumer-workers")
            .defaultWords("all do both");

    public static final LoadSetting<Workers, Optional<String>> BROKER_ON = SECTION.optional(
                    "broker-on", ValueType.text(), Workers::brokerOn)
            .means("One more worker, which runs the broker of --broker and makes no load.")
            .flag("NAME", "--broker-on")
            .defaultWords("the broker runs here");

    public static final LoadSetting<Workers, String> LISTEN = SECTION.add(
                    "listen", ValueType.text(), "127.0.0.1:7400", Workers::listen)
            .means("Where the workers join.")
            .flag("HOST:PORT", "--listen")
            .defaultWords("127.0.0.1:7400, for workers of this machine");

    public static final LoadSetting<Workers, Duration> AWAIT = SECTION.add(
                    "await-workers", ValueType.duration(), Duration.ofSeconds(60), Workers::await)
            .means("Longest wait for the workers.")
            .flag("TIME", "--await-workers")
            .defaultWords("60s");

    public static final LoadSetting<Workers, WorkerLossPolicy> ON_LOSS = SECTION.choice(
                    "on-worker-loss", WorkerLossPolicy.STOP, Workers::onLoss)
            .means("When a worker is gone: stop, which ends the load of the others, too, or continue.")
            .flag("POLICY", "--on-worker-loss")
            .defaultWords("stop");

    static {
        needs(PRODUCERS, CONSUMERS);
        needs(CONSUMERS, PRODUCERS);
        SECTION.refuse(WORKERS, WorkerSettings::sum);
        for (LoadSetting<?, ?> beside : List.of(BROKER_ON, LISTEN, AWAIT, ON_LOSS)) {
            SECTION.refuse(
                    beside,
                    in -> in.has(beside) && !areAsked(in),
                    "has no effect without {workers}. Give that, or leave it out.");
        }
    }

    private WorkerSettings() {}

    public static boolean areAsked(Reading in) {
        return Stream.of(WORKERS, PRODUCERS, CONSUMERS).anyMatch(in::has);
    }

    private static void needs(LoadSetting<?, ?> one, LoadSetting<?, ?> other) {
        SECTION.refuse(
                other,
                in -> in.has(one) && !in.has(other),
                "is missing; {" + one.key() + "} needs it. Give both, or only {workers}.");
    }

    private static List<String> sum(Reading in) {
        Optional<Integer> sum =
                in.get(PRODUCERS).flatMap(some -> in.get(CONSUMERS).map(others -> some + others));
        return sum.isEmpty() || in.get(WORKERS).isEmpty() || sum.equals(in.get(WORKERS))
                ? List.of()
                : List.of("{given}; {producer-workers=*} and {consumer-workers=*} make " + sum.get()
                        + ". Make them add up, or leave {workers} out.");
    }

    static Optional<Workers> read(Reading in) {
        in.check(SECTION);
        Workers workers = new Workers(
                in.get(WORKERS),
                in.get(PRODUCERS),
                in.get(CONSUMERS),
                in.get(BROKER_ON),
                in.get(LISTEN),
                in.get(AWAIT),
                in.get(ON_LOSS));
        return workers.all().or(workers::producers).or(workers::consumers).map(any -> workers);
    }
}
