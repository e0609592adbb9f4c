package dev.dyno.report.console;

import static dev.dyno.model.result.Plural.count;
import static dev.dyno.report.console.ConsoleText.line;

import dev.dyno.model.result.BacklogResult;

/** Text about a backlog and its drain, for the console. */
final class BacklogLine {

    private static final long WORTH_A_WORD_NS = 50_000_000;

    private BacklogLine() {}

    /** One sentence about a backlog. */
    static String of(BacklogResult backlog) {
        return built(backlog) + "; " + drained(backlog);
    }

    private static String built(BacklogResult backlog) {
        return line(
                "%s (%.1f MiB, by the %s%s), built in %.3f s%s",
                count(backlog.messages(), "message", "messages"),
                backlog.bytes() / (double) (1 << 20),
                backlog.countedBy(),
                backlog.byBroker()
                        .map(messages -> line("; the broker said %,.0f", messages))
                        .orElse(""),
                backlog.buildNs() / 1e9,
                backlog.stoodNs() < WORTH_A_WORD_NS
                        ? ""
                        : line(", and stood %.3f s until the broker had counted it", backlog.stoodNs() / 1e9));
    }

    private static String drained(BacklogResult backlog) {
        return line(
                "%s in %.3f s%s: %,.0f messages/s; deadline %.3f s %s",
                backlog.drained() ? "drained" : line("%,d left", backlog.left()),
                backlog.drainNs() / 1e9,
                backlog.whileSending() ? " while producers went on" : "",
                backlog.perSecond(),
                backlog.deadlineNs() / 1e9,
                backlog.drained() ? "met" : "not met");
    }
}
