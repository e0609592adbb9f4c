package dev.dyno.report;

import dev.dyno.result.BacklogResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** One row for the backlog of a run, as RFC 4180 has it, with a header. Times are in ns from the start of the load. */
final class BacklogCsv {

    private static final String HEADER = "asked,built,messages,bytes,counted_by,by_broker,from_ns,started_ns,drain_ns,"
            + "delivered,left,messages_per_s,deadline_ns,drained,while_sending,stands_ns" + Csv.END_OF_LINE;

    private BacklogCsv() {}

    /** Writes the file, if there is anything to be written. */
    static void write(Path file, Optional<BacklogResult> backlog) throws IOException {
        if (backlog.isEmpty()) {
            return;
        }
        try (ReportFile report = ReportFile.create(file)) {
            report.write(HEADER + row(backlog.get()));
        }
    }

    private static String row(BacklogResult backlog) {
        return Csv.row(List.of(
                backlog.asked(),
                Boolean.toString(backlog.built()),
                Long.toString(backlog.messages()),
                Long.toString(backlog.bytes()),
                backlog.countedBy(),
                backlog.byBroker().map(messages -> Decimals.fixed(messages, 0)).orElse(""),
                Long.toString(backlog.fromNs()),
                Long.toString(backlog.startedNs()),
                Long.toString(backlog.drainNs()),
                Long.toString(backlog.delivered()),
                Long.toString(backlog.left()),
                Decimals.fixed(backlog.perSecond(), 3),
                Long.toString(backlog.deadlineNs()),
                Boolean.toString(backlog.drained()),
                Boolean.toString(backlog.whileSending()),
                Long.toString(backlog.standsNs())));
    }
}
