package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.result.FigureMark.Kind;
import dev.dyno.model.result.Plural;
import dev.dyno.report.store.Grid;
import dev.dyno.report.store.Grid.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A comparison as lines for the console, Markdown for documents, and CSV for spreadsheets. */
public record ComparisonTable(ComparisonReport report) {

    /** Maximum number of facts of a notice on the console: a longer list would hide those that explain the result. */
    private static final int FEW = 5;

    /** Number of further blocks above which {@code more than 100} is printed. */
    private static final int MANY = 100;

    /** Maximum number of characters of a cell in a table of facts on the console; a longer text is cut. */
    private static final int MOST_OF_A_CELL = 44;

    /** Alignment of the tables in Markdown: no column is aligned to the right. */
    static final IntPredicate LEFT = column -> false;

    private static final Column<Figure> FIGURE = Column.of("figure", Figure::name);

    private static final Column<Figure> UNIT =
            Column.of("unit", figure -> figure.unit().inTables());

    /** Columns for programs; changes and margins are shares: 0.03 is 3 %. */
    List<Column<Figure>> columns() {
        return List.of(
                FIGURE,
                UNIT,
                judged("a", Judgement::a),
                judged("b", Judgement::b),
                judged("change", j -> j.effect().change()),
                inInterval("change_low", Effect::lowest),
                inInterval("change_high", Effect::highest),
                new Column<>(
                        "margin",
                        figure -> Optional.ofNullable(report.rule().margins().get(figure))),
                Column.of("verdict", figure -> word(report.call(figure))),
                judged("blocks", j -> j.effect().blocks()),
                judged("more_blocks", Judgement::moreBlocks),
                judged("a_bound", j -> word(j.boundOfA())),
                judged("b_bound", j -> word(j.boundOfB())),
                new Column<>("why", report::whyNot));
    }

    private Column<Figure> judged(String name, Function<Judgement, Object> cell) {
        return new Column<>(name, figure -> report.judgement(figure).map(cell));
    }

    private Column<Figure> inInterval(String name, Function<Effect, Double> end) {
        return new Column<>(name, figure -> report.judgement(figure)
                .map(Judgement::effect)
                .filter(Effect::hasInterval)
                .map(end));
    }

    /**
     * Lines for the console: the sides, the table, its explanation, and the facts that may explain the result.
     *
     * @param allFacts whether all facts that differ are listed instead of the first {@value #FEW} of each notice
     */
    public List<String> lines(boolean allFacts) {
        List<String> lines = new ArrayList<>(head(List.of(report.a(), report.b()), report.notices()));
        if (report.hasRuns()) {
            lines.addAll(shown().lines());
            lines.add("");
        }
        lines.addAll(remarks(true));
        lines.addAll(notices(report.a(), report.b(), report.notices(), allFacts));
        return lines;
    }

    /** The sides, and a warning if their acknowledgements have different meanings; ends with an empty line. */
    public static List<String> head(List<Side> sides, List<Notice> notices) {
        List<String> lines = new ArrayList<>(Grid.aligned(
                sides.stream().map(side -> List.of(side.name(), describe(side))).toList(), LEFT));
        lines.add("");
        notices.stream().filter(Notice::isFirst).forEach(notice -> {
            lines.add(notice.kind() + ": " + notice.sentence());
            lines.add("");
        });
        return lines;
    }

    /** Facts that differ, and doubts about the runs, after the result; begins with an empty line, if there are any. */
    public static List<String> notices(Side a, Side b, List<Notice> notices, boolean allFacts) {
        List<String> lines = new ArrayList<>();
        int left = 0;
        for (Notice notice : notices) {
            List<Difference> shown = allFacts ? notice.differences() : few(notice.differences());
            left += notice.differences().size() - shown.size();
            lines.add(notice.isFirst() ? "Facts of the semantics cards:" : notice.kind() + ": " + notice.sentence());
            if (!shown.isEmpty()) {
                grid(shown, a, b, ComparisonTable::cut).lines().forEach(line -> lines.add("  " + line));
            }
        }
        if (left > 0) {
            lines.add(Plural.count(left, "more fact differs", "more facts differ")
                    + "; dyno compare --all-facts lists them.");
        }
        if (!lines.isEmpty()) {
            lines.add(0, "");
        }
        return lines;
    }

    /** The first few differences, sorted so that those with a value on both sides come first. */
    private static List<Difference> few(List<Difference> differences) {
        return differences.stream()
                .sorted(Comparator.comparing(difference -> !difference.isOfBoth()))
                .limit(FEW)
                .toList();
    }

    private static String cut(String cell) {
        return cell.length() <= MOST_OF_A_CELL ? cell : cell.substring(0, MOST_OF_A_CELL - 1) + "\u2026";
    }

    static String describe(Side side) {
        return side.title() + (side.title().isEmpty() ? "" : ", ") + side.runsInWords();
    }

    private static Grid grid(List<Difference> differences, Side a, Side b, UnaryOperator<String> cell) {
        return Grid.ofTexts(
                List.of("", a.name(), b.name()),
                differences.stream()
                        .map(d -> Stream.of(d.fact(), d.a(), d.b()).map(cell).toList())
                        .toList());
    }

    public String markdown() {
        StringBuilder text = new StringBuilder("### " + Grid.escaped(report.title()) + "\n\n");
        for (Side side : List.of(report.a(), report.b())) {
            text.append("- **" + Grid.escaped(side.name()) + "**: " + Grid.escaped(describe(side)) + '\n');
        }
        text.append('\n' + shown().markdown(LEFT));
        remarks(true).forEach(remark -> text.append(Grid.escaped(remark) + "\n\n"));
        text.append(markdown(report.notices(), report.a(), report.b()));
        return text.toString().stripTrailing() + "\n";
    }

    static String markdown(List<Notice> notices, Side a, Side b) {
        return notices.stream()
                .map(notice -> "**" + notice.kind() + "**: " + Grid.escaped(notice.sentence()) + "\n\n"
                        + grid(notice.differences(), a, b, UnaryOperator.identity())
                                .markdown(LEFT))
                .collect(Collectors.joining());
    }

    Grid shown() {
        return Grid.of(
                report.figures(),
                List.of(
                        FIGURE,
                        UNIT,
                        value(report.a(), Judgement::boundOfA, Judgement::a),
                        value(report.b(), Judgement::boundOfB, Judgement::b),
                        judged("change", j -> NumberText.signed(j.effect().change())),
                        judged("interval", j -> NumberText.interval(j.effect())),
                        Column.of("verdict", this::verdict)));
    }

    /** Column with the values of a side; for a figure that is not compared because of bounds, with its low end. */
    private Column<Figure> value(
            Side side, Function<Judgement, ConservativeBounds.Bound> bound, Function<Judgement, Double> value) {
        return new Column<>(side.name(), figure -> report.judgement(figure)
                .map(j -> (bound.apply(j) == ConservativeBounds.Bound.EXACT
                                ? side.sign(figure, report.latency())
                                : bound.apply(j).mark)
                        + NumberText.value(value.apply(j)))
                .or(() -> side.text(figure, report.latency(), ConservativeBounds.End.LOW)));
    }

    /** Verdict, values, change and interval of a figure in a line; only the verdict if the figure is not compared. */
    String sentence(Figure figure) {
        return verdict(figure)
                + report.judgement(figure)
                        .map(j -> ": " + j.boundOfA().mark + NumberText.value(j.a()) + " and " + j.boundOfB().mark
                                + NumberText.value(j.b()) + ' ' + figure.unit().inTables() + ", "
                                + NumberText.signed(j.effect().change()) + " (" + NumberText.interval(j.effect()) + ")")
                        .orElse("");
    }

    private String verdict(Figure figure) {
        String words = words(report.call(figure));
        return report.whyNot(figure)
                .map(why -> words + ": " + why)
                .or(() -> report.judgement(figure).map(j -> words + more(j) + after(j)))
                .orElse(words);
    }

    /** Number of blocks as text, if a figure was clear before the last block; else empty. */
    String after(Judgement judgement) {
        int blocks = judgement.effect().blocks();
        return report.design() instanceof Design.Pairs
                        && blocks < report.a().runs().size()
                ? ", after " + blocks + " blocks"
                : "";
    }

    private String more(Judgement judgement) {
        return switch (judgement.call()) {
            case BETTER, WORSE, NONE -> "";
            case EQUIVALENT -> " within ±" + NumberText.given(judgement.margin());
            case INCONCLUSIVE -> ", " + more(judgement.moreBlocks());
        };
    }

    private String more(int blocks) {
        return (blocks > MANY ? "more than " + MANY : "about " + blocks) + " more " + unit()
                + (blocks == 1 ? "" : batches() ? "es" : "s");
    }

    /** Figures that are not compared, a line for each with the reason. */
    public List<String> unjudged() {
        return report.figures().stream()
                .filter(figure -> report.judgement(figure).isEmpty())
                .map(figure -> figure.name() + ": " + report.whyNot(figure).orElse("") + ".")
                .toList();
    }

    private boolean batches() {
        return report.design() instanceof Design.Batches;
    }

    private String unit() {
        return batches() ? "batch" : "block";
    }

    /**
     * Sentences that explain the table, or one that says that a side has no run.
     *
     * @param withReason whether to add the reason for no call; false beside {@link ComparisonReport#answer}, which has it
     */
    List<String> remarks(boolean withReason) {
        List<String> remarks = new ArrayList<>();
        if (report.a().runs().isEmpty() || report.b().runs().isEmpty()) {
            Side empty = report.a().runs().isEmpty() ? report.a() : report.b();
            remarks.add("Nothing can be compared: no run of " + empty.name() + " can be used.");
            return remarks;
        }
        String a = report.a().name();
        String b = report.b().name();
        remarks.add("Percentiles are those of " + report.latency().title() + "; " + a + " and " + b
                + " are geometric means over their runs.");
        if (report.judgements().stream().anyMatch(judgement -> !after(judgement).isEmpty())) {
            remarks.add("The values beside a verdict after N blocks are those of the first N blocks.");
        }
        Optional<String> whyNoCall = report.whyNoCall();
        whyNoCall.filter(why -> withReason).ifPresent(why -> remarks.add("No call: " + why));
        if (whyNoCall.isEmpty()) {
            remarks.add("Intervals are those of " + b
                    + " against " + a + inUnits()
                    + ". In "
                    + NumberText.number(report.rule().confidence())
                    + " of 100 comparisons all these intervals contain the true change. "
                    + (batches()
                            ? "A batch is all runs of one that were made with none of the other in between."
                            : "A block is one run of each."));
        }
        if (report.judgements().stream().anyMatch(judgement -> judgement.call() == Call.INCONCLUSIVE)) {
            remarks.add("This many more " + unit() + (batches() ? "es" : "s") + " of each are enough in at least "
                    + SampleSizeForecast.OF_100 + " of 100 such cases, if both stay what they are.");
        }
        if (report.judgements().stream().anyMatch(j -> j.boundOfA() != ConservativeBounds.Bound.EXACT)) {
            remarks.add(
                    "A value with ≥ or ≤ is a bound, since messages were unfinished; the change beside it is at least"
                            + " this large.");
        }
        return remarks;
    }

    private String inUnits() {
        return report.design() instanceof Design.Batches batches
                ? ", batch by batch (" + batches.all().size() + " in turns)"
                : ", run by run in pairs";
    }

    /** CSV with a row per figure. */
    public String csv() {
        List<Column<Figure>> columns = new ArrayList<>(columns());
        columns.add(Column.of("a_marks", figure -> marks(report.a(), figure)));
        columns.add(Column.of("b_marks", figure -> marks(report.b(), figure)));
        return Grid.of(report.figures(), columns).csv();
    }

    private String marks(Side side, Figure figure) {
        return side.marks(figure, report.latency()).stream().map(Kind::word).collect(Collectors.joining(" "));
    }

    private static String word(ConservativeBounds.Bound bound) {
        return bound.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static String word(Call call) {
        return words(call).replace(' ', '-');
    }

    static String words(Call call) {
        return call == Call.NONE ? "no call" : call.name().toLowerCase(Locale.ROOT);
    }
}
