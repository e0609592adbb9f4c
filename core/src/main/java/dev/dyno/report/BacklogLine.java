package dev.dyno.report;

import static dev.dyno.report.ConsoleFormat.line;

import dev.dyno.result.BacklogResult;

/** A backlog and its drain, in two lines for the console. */
final class BacklogLine {

    private BacklogLine() {}

    static String of(BacklogResult backlog) {
        return line(
                        "backlog     %,d messages (%.1f MiB, by the %s%s), built in %.3f s\n",
                        backlog.messages(),
                        backlog.bytes() / (double) (1 << 20),
                        backlog.countedBy(),
                        backlog.byBroker()
                                .map(messages -> line("; the broker said %,.0f", messages))
                                .orElse(""),
                        backlog.buildNs() / 1e9)
                + line(
                        "            %s in %.3f s%s: %,.0f messages/s; deadline %.3f s %s\n",
                        backlog.drained() ? "drained" : line("%,d left", backlog.left()),
                        backlog.drainNs() / 1e9,
                        backlog.whileSending() ? " while producers went on" : "",
                        backlog.perSecond(),
                        backlog.deadlineNs() / 1e9,
                        backlog.drained() ? "met" : "not met");
    }
}
