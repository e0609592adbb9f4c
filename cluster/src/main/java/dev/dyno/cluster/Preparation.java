package dev.dyno.cluster;

import dev.dyno.cluster.group.Group;
import dev.dyno.cluster.group.GroupException;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.model.workload.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Gives each worker its share of a plan, which it accepts or refuses.
 *
 * @param run in 16 hexadecimal digits
 */
record Preparation(Group group, String run, RunPlan plan, Placement placement) {

    /** Longest wait for an answer: a worker may have to load a driver. */
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    /**
     * Asks all workers at once, so that all obstacles are reported, and stores the ids of their clocks.
     *
     * @return reasons of the workers that refuse, each with the worker's name; empty if all accept
     */
    List<String> ask(List<WorkerHandle> workers) {
        List<CompletableFuture<Optional<String>>> asked =
                workers.stream().map(this::asking).toList();
        List<String> refusals = new ArrayList<>();
        asked.forEach(answer -> answer.join().ifPresent(refusals::add));
        return refusals;
    }

    private CompletableFuture<Optional<String>> asking(WorkerHandle worker) {
        return CompletableFuture.supplyAsync(() -> refusal(worker), task -> {
            Thread asking = new Thread(task, "prepare-" + worker.member.name());
            asking.setDaemon(true);
            asking.start();
        });
    }

    private Optional<String> refusal(WorkerHandle worker) {
        try {
            worker.clock = ask(worker).clock();
            return Optional.empty();
        } catch (GroupException e) {
            return Optional.of(e.sentence(worker.member));
        }
    }

    private Command.Ready ask(WorkerHandle worker) throws GroupException {
        Command.Prepare prepare = new Command.Prepare(
                run,
                PlanText.of(plan.workload()),
                target(plan.producerTarget(), worker),
                target(plan.consumerTarget(), worker),
                placement.shares().get(worker.index),
                plan.acceptAnyRun(),
                plan.producerIdBase(),
                plan.needsShortSlices());
        return WireJson.read(group.call(worker.member, WireJson.write(prepare), DEADLINE), Command.Ready.class);
    }

    /** The target, whose prefix for client ids, if it has one, is made different from those of other workers. */
    private static Target target(Target target, WorkerHandle worker) {
        return new Target(
                target.driver(),
                target.url(),
                target.credentials(),
                target.clientIdPrefix().map(prefix -> prefix + "-w" + worker.index + "-"),
                target.properties());
    }
}
