package dev.dyno.report.console;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.verdict.FindingText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A verdict for the console: level and reach, reasons and the notes in {@link #NOTES} with remedies, and a command for more. */
final class VerdictLines {

    private static final String INDENT = "  ";
    private static final String EXPLAIN = "dyno explain ";

    /** Notes that the console shows, too, for readers who never open the page: about messages, sends, the machine, changes. */
    private static final Set<String> NOTES = Set.of(
            "sends-failed",
            "acknowledged-by-client",
            "messages-duplicated",
            "messages-reordered",
            "sequence-gaps",
            "fate-unknown",
            "deliveries-expired",
            "messages-missed",
            "ledger-overflow",
            "broker-away",
            "unsent-at-end",
            "backlog-not-drained",
            "late-start",
            "processors-saturated",
            "others-busy",
            "processors-throttled",
            "worker-gc",
            "never-steady",
            "rate-not-steady",
            "latency-not-steady");

    private VerdictLines() {}

    static List<String> of(Verdict verdict, FindingText text, Screen screen) {
        List<String> lines = new ArrayList<>();
        lines.add(ConsoleSummary.label("verdict") + screen.coloured(verdict.text(), verdict.level()));
        verdict.limit()
                .filter(why -> verdict.level() != Verdict.Level.INVALID)
                .ifPresent(why -> lines.addAll(Wrap.broken(INDENT, INDENT + INDENT, "~ " + why, screen.width())));
        List<Finding> shown = verdict.findings().stream()
                .filter(finding -> finding.level() != Finding.Level.NOTE || NOTES.contains(finding.code()))
                .toList();
        for (Finding finding : shown) {
            lines.addAll(Wrap.broken(INDENT, INDENT + INDENT, text.line(finding), screen.width()));
        }
        if (!shown.isEmpty()) {
            String all = INDENT
                    + EXPLAIN
                    + shown.stream().map(Finding::code).distinct().collect(Collectors.joining(" "));
            lines.add(all.length() <= screen.width() ? all : INDENT + EXPLAIN + "CODE explains each of them");
        }
        return lines;
    }

    static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
