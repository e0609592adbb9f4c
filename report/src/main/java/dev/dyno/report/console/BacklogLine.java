package dev.dyno.report.console;

import static dev.dyno.model.result.Plural.count;
import static dev.dyno.model.result.Unit.line;

import dev.dyno.model.result.BacklogResult;
import dev.dyno.model.result.Unit;

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
                "%s (%s, by the %s%s), built in %s%s",
                count(backlog.messages(), "message", "messages"),
                Unit.BYTES.text((double) backlog.bytes()),
                backlog.countedBy(),
                backlog.byBroker()
                        .map(messages -> line("; the broker said %,.0f", messages))
                        .orElse(""),
                time(backlog.buildNs()),
                backlog.stoodNs() < WORTH_A_WORD_NS
                        ? ""
                        : ", and stood " + time(backlog.stoodNs()) + " until the broker had counted it");
    }

    private static String drained(BacklogResult backlog) {
        return line(
                "%s in %s%s: %,.0f messages/s; deadline %s %s",
                backlog.drained() ? "drained" : line("%,d left", backlog.left()),
                time(backlog.drainNs()),
                backlog.whileSending() ? " while producers continued" : "",
                backlog.perSecond(),
                time(backlog.deadlineNs()),
                backlog.drained() ? "met" : "not met");
    }

    private static String time(long ns) {
        return Unit.NANOSECONDS.text((double) ns);
    }
}
