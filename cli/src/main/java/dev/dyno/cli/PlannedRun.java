package dev.dyno.cli;

import dev.dyno.load.DriverFolders;
import dev.dyno.report.Sides;
import dev.dyno.workfile.WorkloadFile;
import dev.dyno.workload.Workload;
import java.util.Optional;

/**
 * One workload on one broker, checked and ready to be run.
 *
 * @param label for people
 * @param target the broker that is started or the URL
 * @param reader of the same
 * @param profile what is looked into meanwhile
 */
record PlannedRun(String label, Workload workload, TargetOptions target, TargetReader reader, ProfileOptions profile) {

    /**
     * What a file says, on a target that was checked.
     *
     * @param workload that of the file, or a smaller one
     */
    static PlannedRun of(
            WorkloadFile file,
            Workload workload,
            TargetOptions target,
            TargetReader reader,
            ProfileOptions profile,
            DriverFolders folders) {
        TargetOptions divided =
                file.partitions().map(number -> withPartitions(target, number)).orElse(target);
        return new PlannedRun(
                workload.name() + " on " + nameOf(target),
                target.traffic.appliedTo(workload),
                divided,
                divided == target
                        ? reader
                        : new TargetReader(divided, new ConsumerTargetOptions(), folders, new Problems()),
                profile);
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
        return new PlannedRun(other, workload, target, reader, profile);
    }

    /** Who takes part. */
    Sides sides() {
        return workload.consumers().isEmpty()
                ? Sides.PRODUCERS
                : workload.producers().isEmpty() ? Sides.CONSUMERS : Sides.BOTH;
    }
}
