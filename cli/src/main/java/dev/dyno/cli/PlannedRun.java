package dev.dyno.cli;

import dev.dyno.broker.BrokerLauncher;
import dev.dyno.broker.BrokerSpec;
import dev.dyno.config.Conduct;
import dev.dyno.config.ConductSettings;
import dev.dyno.load.DriverFolders;
import dev.dyno.report.Sides;
import dev.dyno.workfile.WorkloadFile;
import dev.dyno.workload.Fault.Action;
import dev.dyno.workload.Workload;
import java.util.List;
import java.util.Optional;

/**
 * One workload on one broker, checked and ready to be run.
 *
 * @param label for people
 * @param conduct how the load is carried out
 * @param target the broker that is started or the URL
 * @param reader of the same
 */
record PlannedRun(String label, Workload workload, Conduct conduct, TargetOptions target, TargetReader reader) {

    /** What a file says, on a target that was checked. */
    static PlannedRun of(WorkloadFile file, TargetOptions target, TargetReader reader, DriverFolders folders) {
        TargetOptions divided =
                file.partitions().map(number -> withPartitions(target, number)).orElse(target);
        return new PlannedRun(
                file.workload().name() + " on " + nameOf(target),
                target.traffic.appliedTo(file.workload()),
                file.conduct(),
                divided,
                divided == target
                        ? reader
                        : new TargetReader(divided, new ConsumerTargetOptions(), folders, new Problems()));
    }

    /** Where the driver divides destinations, a setting of its own says into how many. */
    private static TargetOptions withPartitions(TargetOptions target, int partitions) {
        TargetOptions divided = target.copy();
        divided.partitions = Optional.of(partitions);
        return divided;
    }

    /** The broker, and the driver if it was named. */
    static String nameOf(TargetOptions target) {
        String broker = target.url.orElseGet(() -> target.broker.orElse(Defaults.BROKER));
        return target.driverLabel
                .or(() -> target.driver)
                .map(driver -> broker + " through " + driver)
                .orElse(broker);
    }

    PlannedRun withLabel(String other) {
        return new PlannedRun(other, workload, conduct, target, reader);
    }

    /** Refuses what cannot be done to its broker. */
    void check(Home home, Problems problems) {
        Optional<BrokerSpec> broker = reader.brokerSpec();
        boolean profiled = !conduct.profile().isEmpty();
        if (broker.isEmpty() && !conduct.faults().faults().isEmpty()) {
            problems.add(conduct.given()
                    .refusal(
                            ConductSettings.FAULTS,
                            "{given}; only a broker that Dyno starts can be killed, stopped, restarted or paused. Leave out --url or"
                                    + " --broker, or {faults}."));
        }
        if (broker.isEmpty() && profiled) {
            problems.add(conduct.given()
                    .refusal(
                            ConductSettings.PROFILE,
                            "{given}; only a broker that Dyno starts in a process of its own can be profiled. Leave out --url or"
                                    + " --broker, or {profile}."));
        }
        broker.filter(spec -> profiled && !new BrokerLauncher(home.path()).isJava(spec))
                .ifPresent(
                        spec -> problems.add(
                                conduct.given()
                                        .refusal(
                                                ConductSettings.PROFILE,
                                                "{given}; broker " + spec.recipe()
                                                        + " is no JVM and cannot be profiled. Leave it out, or choose another --broker.")));
    }

    /** Refuses to leave a broker down on which another run follows. */
    void checkLeavesBroker(Problems problems) {
        boolean away = false;
        for (var fault : conduct.faults().faults()) {
            away = List.of(Action.KILL, Action.STOP).contains(fault.action());
        }
        problems.addIf(
                away,
                conduct.given()
                        .refusal(
                                ConductSettings.FAULTS,
                                "{given}; the next run of the study is on the same broker, which does not run then. Give"
                                        + " {faults=TIME restart} behind it."));
    }

    /** Who takes part. */
    Sides sides() {
        return workload.consumers().isEmpty()
                ? Sides.PRODUCERS
                : workload.producers().isEmpty() ? Sides.CONSUMERS : Sides.BOTH;
    }
}
