package dev.dyno.app.plan;

import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.engine.record.ClientNeeds;
import dev.dyno.engine.record.Share;
import dev.dyno.model.config.ConductSettings;
import dev.dyno.model.config.LoadSetting;
import dev.dyno.model.config.RunSettings;
import dev.dyno.model.config.TargetSettings;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.threshold.Threshold;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.Fault;
import dev.dyno.model.workload.Fault.OnBroker;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.Workload;
import dev.dyno.report.store.Roles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One workload on one broker, checked and ready to be run.
 *
 * @param label shown to users
 * @param settings of the run, beside the traffic
 * @param reader of its target: the broker to start or the URL
 */
public record PlannedRun(String label, Workload workload, RunSettings settings, TargetReader reader) {

    /** The load of a file, on a checked target. */
    public static PlannedRun of(WorkloadFile file, TargetReader target) {
        return new PlannedRun(
                file.workload().name() + " on " + target.name(),
                target.traffic().appliedTo(file.workload()),
                file.settings(),
                file.partitions().map(target::withPartitions).orElse(target));
    }

    public PlannedRun withLabel(String other) {
        return new PlannedRun(other, workload, settings, reader);
    }

    public PlannedRun with(Workload other) {
        return new PlannedRun(label, other, settings, reader);
    }

    /** Sentence that refuses a setting of the run, see {@link dev.dyno.model.config.Reading#refusal}. */
    public String refusal(LoadSetting<?, ?> setting, String words) {
        return settings.given().refusal(setting, words);
    }

    /**
     * Refuses settings that the target or the load does not allow: faults, profiles, conditions, partitions, a search for the
     * rate, and more clients than this process may have.
     */
    public void check(Home home, Problems problems) {
        Optional<BrokerSpec> broker = reader.brokerSpec();
        boolean profiled = !settings.profile().isEmpty();
        String leaveOut = reader.in().filled(TargetSettings.URL, " Leave out {url} or {broker}, or ");
        problems.addIf(
                broker.isEmpty()
                        && settings.faults().faults().stream().anyMatch(fault -> fault.action() instanceof OnBroker),
                refusal(
                        ConductSettings.FAULTS,
                        "{given}; only a broker that Dyno starts can be killed, stopped, restarted or paused; of"
                                + " another give {faults=TIME exec} and the command that does it."
                                + leaveOut + "{faults}."));
        if (settings.faults().disturbsNetwork() && problems.isEmpty()) {
            reader.withoutProxy(home.path())
                    .ifPresent(why -> problems.add(refusal(
                            ConductSettings.FAULTS,
                            "{given}; faults of the network need a proxy in front of the broker, " + why + leaveOut
                                    + "{faults}.")));
        }
        problems.addIf(
                broker.isEmpty() && profiled,
                refusal(
                        ConductSettings.PROFILE,
                        "{given}; only a broker that Dyno starts in a process of its own can be profiled." + leaveOut
                                + "{profile}."));
        broker.filter(spec -> profiled && !new BrokerLauncher(home.path()).isJava(spec))
                .ifPresent(spec -> problems.add(refusal(
                        ConductSettings.PROFILE,
                        "{given}; broker " + spec.recipe()
                                + " is no JVM and cannot be profiled. Leave it out, or choose"
                                + reader.in().filled(TargetSettings.URL, " another {broker}."))));
        checkGroups(ConductSettings.FAIL_IF, settings.conditions().failIf(), problems);
        checkGroups(ConductSettings.ABORT_IF, settings.conditions().abortIf(), problems);
        checkGrowth(ConductSettings.ABORT_IF, settings.conditions().abortIf(), problems);
        checkPartitions(home, problems);
        CapacityPlan.ofHeld(this, problems);
        CapacityPlan.ofRamp(this, problems);
        checkClients(home, problems);
    }

    /** Refuses settings and names of destinations that its drivers do not accept. */
    public void checkDrivers(Home home, Problems problems) {
        new TargetCheck(reader).checkDrivers(home.path(), workload.destinations(), problems);
    }

    /** Refuses conditions on groups that the load does not have. */
    private void checkGroups(LoadSetting<?, ?> setting, List<Threshold> conditions, Problems problems) {
        List<String> names = Stream.concat(
                        workload.producers().stream().map(ProducerGroup::name),
                        workload.consumers().stream().map(ConsumerGroup::name))
                .flatMap(Optional::stream)
                .distinct()
                .toList();
        conditions.stream()
                .filter(one -> one.group().filter(name -> !names.contains(name)).isPresent())
                .forEach(one -> problems.add(refusal(setting, Threshold.unknownGroup(one, names))));
    }

    /** Refuses conditions on the growth of a backlog where the seconds of the load do not show it. */
    void checkGrowth(LoadSetting<?, ?> setting, List<Threshold> conditions, Problems problems) {
        int deliveries = DeliveryCount.ofSeconds(workload);
        conditions.stream()
                .filter(one -> one.figure().plain().name().equals("backlog-growth"))
                .filter(one -> deliveries == 0 || (deliveries > 1 && one.group().isPresent()))
                .forEach(one -> problems.add(refusal(
                        setting,
                        one + "; is known during a load only if each message is delivered equally often, and of a"
                                + " group only if it is delivered once.")));
    }

    /** Refuses more clients than this process may have; workers check this themselves. */
    private void checkClients(Home home, Problems problems) {
        if (problems.isEmpty()
                && !reader.isWithinProcess()
                && settings.workers().isEmpty()) {
            List<Integer> files = reader.filesPerConnection(home.path());
            new ClientNeeds(workload, Share.WHOLE, files.get(0), files.get(1))
                    .missing(ClientNeeds.ProcessLimits.ofThisProcess())
                    .forEach(problems::add);
        }
    }

    /** Refuses partitions for a driver without them; they would have no effect on a broker in this process. */
    private void checkPartitions(Home home, Problems problems) {
        int partitions = reader.partitions().orElse(1);
        if (partitions > 1 && problems.isEmpty() && !reader.isWithinProcess()) {
            reader.driverWithoutPartitions(home.path())
                    .ifPresent(driver -> problems.add(label + ": " + partitions
                            + " partitions of each destination are asked for, and driver " + driver
                            + " has none; must be 1. Or choose a broker that has them, like kafka or pulsar."));
        }
    }

    /** Sentences about settings of the file that have no effect here. */
    public List<String> notes(WorkloadFile file) {
        List<String> notes = new ArrayList<>(reader.traffic().notes(file.workload()));
        if (reader.partitions().orElse(1) > 1 && reader.isWithinProcess()) {
            notes.add(reader.partitions().orElseThrow()
                    + " partitions of each destination make no difference: a broker within this process has none");
        }
        CapacityPlan.unused(this).ifPresent(notes::add);
        return notes;
    }

    /** Refuses to leave a broker down if another run follows on it. */
    public void checkLeavesBroker(Problems problems) {
        boolean away = settings.faults().faults().stream()
                .map(Fault::action)
                .filter(OnBroker.class::isInstance)
                .reduce((first, last) -> last)
                .filter(List.of(OnBroker.KILL, OnBroker.STOP)::contains)
                .isPresent();
        problems.addIf(
                away,
                refusal(
                        ConductSettings.FAULTS,
                        "{given}; the next run of the study is on the same broker, which does not run then. Give"
                                + " {faults=TIME restart} behind it."));
    }

    /** Sides that take part. */
    public Roles roles() {
        return roles(workload);
    }

    public static Roles roles(Workload workload) {
        return workload.consumers().isEmpty()
                ? Roles.PRODUCERS
                : workload.producers().isEmpty() ? Roles.CONSUMERS : Roles.BOTH;
    }
}
