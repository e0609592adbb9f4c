package dev.dyno.cli.options;

import dev.dyno.app.plan.Problems;
import dev.dyno.driver.Destination;
import dev.dyno.model.config.ConductSettings;
import dev.dyno.model.config.ConsumerSettings;
import dev.dyno.model.config.HeadSettings;
import dev.dyno.model.config.PhaseSettings;
import dev.dyno.model.config.ProducerSettings;
import dev.dyno.model.config.RunSettings;
import dev.dyno.model.config.Warmup;
import dev.dyno.model.config.WorkerSettings;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.Phases;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.Workload;
import dev.dyno.report.store.Roles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/** Reads a workload from flags, and finds all errors and contradictions in them. */
public record WorkloadReader(CommandSpec spec, Problems problems) {

    /**
     * The load of the flags, in the form of a complete file.
     *
     * @param named destinations as typed
     */
    public WorkloadFile read(String name, List<String> named, Roles roles) {
        FlagReading load = new FlagReading(spec, problems);
        List<Destination> destinations = destinations(named, load.get(HeadSettings.NUM_DESTINATIONS));
        Phases phases = phases(load, roles);
        FlagReading in = new FlagReading(spec, destinations, phases, problems);
        in.refuseTwoModes();
        List<ProducerGroup> producers =
                roles == Roles.CONSUMERS ? List.of() : List.of(ProducerSettings.read(in, in, roles == Roles.PRODUCERS));
        List<ConsumerGroup> consumers = roles == Roles.PRODUCERS
                ? List.of()
                : Workload.withReplies(List.of(ConsumerSettings.read(in, roles == Roles.CONSUMERS)));
        Workload workload = new Workload(
                load.get(HeadSettings.NAME).orElse(name), load.get(HeadSettings.SEED), producers, consumers, phases);
        Set<Integer> ownWindows = in.has(ProducerSettings.MAX_PENDING) ? Set.of(0) : Set.of();
        return new WorkloadFile(workload, "", Optional.empty(), RunSettings.read(in), ownWindows, List.of(), List.of());
    }

    private List<Destination> destinations(List<String> named, int count) {
        List<Destination> all = new ArrayList<>();
        for (String text : named) {
            Destination destination = Destination.parse(text);
            problems.addIf(
                    destination.name().isBlank() || destination.name().matches("(queue|topic):.*|.*://.*"),
                    "DESTINATION: " + text + "; must be queue://NAME, topic://NAME or NAME.");
            if (count == 1) {
                all.add(destination);
            } else {
                for (int i = 0; i < count; i++) {
                    all.add(new Destination(destination.kind(), destination.name() + i));
                }
            }
        }
        problems.addIf(
                all.stream().distinct().count() < all.size(),
                "DESTINATION: " + String.join(" ", named) + "; must be different from each other.");
        return all;
    }

    private Phases phases(FlagReading in, Roles roles) {
        Duration duration = in.get(PhaseSettings.DURATION);
        boolean asked = in.has(PhaseSettings.WARMUP);
        Warmup warmup = asked ? in.get(PhaseSettings.WARMUP) : unasked(in, roles);
        problems.addIf(
                asked && !duration.isZero() && warmup.longest().compareTo(duration) >= 0,
                "--warmup: " + in.given(PhaseSettings.WARMUP) + "; must be shorter than --duration "
                        + in.given(PhaseSettings.DURATION) + ", which includes it. Make --duration longer.");
        // A warm-up that the user gave is part of --duration; one added here makes the load longer.
        Duration load = asked || duration.isZero() ? duration : duration.plus(warmup.longest());
        return new Phases(
                in.get(PhaseSettings.CONNECT_TIMEOUT),
                warmup.longest(),
                warmup.untilSteady(),
                load,
                in.get(PhaseSettings.DRAIN),
                Optional.empty());
    }

    /**
     * Warm-up of a load that names none. There is none if it would use up the messages to measure, or shift events timed from the
     * start of the load: a number of messages, connections instead of messages, a changing rate, faults, consumers that start
     * later. Consumers alone have none, either, because they do not control the producers.
     */
    private static Warmup unasked(FlagReading in, Roles roles) {
        if (roles == Roles.CONSUMERS
                || in.get(ProducerSettings.MESSAGES) > 0
                || in.get(ProducerSettings.CONNECT_ONLY)
                || in.get(ProducerSettings.LOAD).isPresent()
                || !in.get(ConsumerSettings.START).isZero()
                || !in.get(ConductSettings.FAULTS).isEmpty()) {
            return Warmup.NONE;
        }
        return WorkerSettings.areAsked(in) ? Warmup.UNASKED_OF_SEVERAL : Warmup.UNASKED;
    }
}
