package dev.dyno.report.console;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.verdict.FindingText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A verdict for the console: its level, what ends its reach, each reason with its remedy, and the command that explains them. */
final class VerdictLines {

    private static final String INDENT = "  ";
    private static final String EXPLAIN = "dyno explain ";

    private VerdictLines() {}

    static List<String> of(Verdict verdict, FindingText text, Screen screen) {
        List<String> lines = new ArrayList<>();
        lines.add(ConsoleSummary.label("verdict") + screen.coloured(verdict.text(), verdict.level()));
        for (Finding reason : verdict.reasons()) {
            lines.addAll(Wrap.broken(INDENT, INDENT + INDENT, text.line(reason), screen.width()));
        }
        verdict.limit()
                .filter(why -> verdict.level() == Verdict.Level.VALID)
                .ifPresent(why -> lines.addAll(Wrap.broken(INDENT, INDENT + INDENT, "~ " + why, screen.width())));
        if (!verdict.reasons().isEmpty()) {
            String all = INDENT
                    + EXPLAIN
                    + verdict.reasons().stream().map(Finding::code).distinct().collect(Collectors.joining(" "));
            lines.add(all.length() <= screen.width() ? all : INDENT + EXPLAIN + "CODE explains each of them");
        }
        return lines;
    }

    static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
