package dev.dyno.cluster;

import dev.dyno.cluster.group.Group;
import dev.dyno.cluster.group.Member;
import dev.dyno.engine.record.PeerWorkers.Stage;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The workers of one run: their states, and messages to all of them. One thread. */
final class WorkerSet {

    private final Group group;
    private final String run;
    private final List<WorkerHandle> workers = new ArrayList<>();

    /** @param run in 16 hexadecimal digits */
    WorkerSet(Group group, String run, List<Member> members) {
        this.group = group;
        this.run = run;
        members.forEach(member -> workers.add(new WorkerHandle(workers.size(), member)));
    }

    List<WorkerHandle> all() {
        return List.copyOf(workers);
    }

    /** Workers that still have to report. */
    Stream<WorkerHandle> live() {
        return workers.stream().filter(WorkerHandle::isLive);
    }

    boolean isAnyLive() {
        return live().findAny().isPresent();
    }

    Optional<WorkerHandle> of(Member member) {
        return workers.stream().filter(worker -> worker.member.equals(member)).findFirst();
    }

    /**
     * Whether all workers have reached a stage, including lost ones: without them a run cannot begin. {@link Stage#PROBES} is
     * reached when each probe has arrived at one of them.
     */
    boolean haveAllReached(Stage stage) {
        return stage == Stage.PROBES ? isProbed() : workers.stream().allMatch(worker -> worker.reached.contains(stage));
    }

    boolean haveLiveReached(Stage stage) {
        return live().allMatch(worker -> worker.reached.contains(stage));
    }

    boolean haveLiveSent() {
        return live().allMatch(worker -> worker.sent);
    }

    /** Whether each subscription that expects a probe has received one, at any worker. */
    private boolean isProbed() {
        List<BitSet> missing =
                workers.stream().flatMap(worker -> worker.unprobed.stream()).toList();
        return missing.size() == workers.size()
                && missing.get(0).stream().allMatch(place -> missing.stream().anyMatch(some -> !some.get(place)));
    }

    void send(WorkerHandle worker, Command command) {
        group.send(worker.member, WireJson.write(command));
    }

    /** Sends a command, made from the run's id, to all live workers. */
    void sendToAll(Function<String, Command> command) {
        Command made = command.apply(run);
        live().forEach(worker -> send(worker, made));
    }

    /** Sends a command to all workers that are not lost, even those that have ended their part. */
    void sendToAllPresent(Function<String, Command> command) {
        Command made = command.apply(run);
        workers.stream().filter(worker -> !worker.lost).forEach(worker -> send(worker, made));
    }
}
