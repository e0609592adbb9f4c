package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.app.plan.Refusal;
import dev.dyno.cli.options.SettingLines;
import dev.dyno.driver.setting.NearName;
import dev.dyno.model.verdict.Explanation;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "explain",
        description = "Explain a reason of a verdict, or a note: its meaning, how it is decided, and what to do.",
        footer = {"", "Example: dyno explain rate-not-steady"})
final class ExplainCommand extends Verb {

    private static final String INDENT = "  ";

    /** Codes for the completion of a shell. */
    static final class Codes implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return codes(Explanation.all()).iterator();
        }
    }

    @Parameters(
            arity = "0..*",
            paramLabel = "CODE",
            completionCandidates = Codes.class,
            description = "Code of a reason or a note; without one, all are listed.")
    private List<String> given = List.of();

    @Override
    int carryOut() throws Refusal {
        List<Explanation> all = Explanation.all();
        List<String> codes = codes(all);
        for (String code : given) {
            problems.addIf(!codes.contains(code), "CODE: " + code + "; " + guess(code, codes));
        }
        problems.refuse();
        if (given.isEmpty()) {
            list(all);
        }
        String between = "";
        for (String code : given) {
            out().print(between);
            all.stream().filter(each -> each.codes().contains(code)).forEach(this::print);
            between = System.lineSeparator();
        }
        return Exit.GOOD;
    }

    private static String guess(String code, List<String> codes) {
        return NearName.of(code, codes)
                .map(near -> "did you mean " + near + "?")
                .orElse("there is no such code; dyno explain lists all.");
    }

    private static List<String> codes(List<Explanation> all) {
        return all.stream().flatMap(each -> each.codes().stream()).toList();
    }

    private void list(List<Explanation> all) {
        SettingLines lines = lines();
        int column = codes(all).stream().mapToInt(String::length).max().orElse(0) + 2 * INDENT.length();
        String group = "";
        for (Explanation each : all) {
            if (!each.group().equals(group)) {
                out().println(each.group());
                group = each.group();
            }
            for (String code : each.codes()) {
                lines.row(INDENT + code, column, each.summary());
            }
        }
    }

    /** Prints paragraphs in lines of the terminal's width. */
    private void print(Explanation explanation) {
        SettingLines lines = lines();
        out().println(String.join(", ", explanation.codes()));
        boolean quoted = false;
        for (String line : explanation.text().lines().toList()) {
            if (line.startsWith("```")) {
                quoted = !quoted;
            } else {
                // Leaves out the targets of links.
                String plain = line.replaceAll("\\[([^\\]]*)]\\([^)]*\\)", "$1");
                lines.wrap(quoted ? INDENT : "", quoted || line.startsWith("- ") ? INDENT : "", plain);
            }
        }
    }
}
