package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.result.FigureMark.Kind;
import dev.dyno.model.result.Plural;
import dev.dyno.model.result.Unit;
import dev.dyno.report.store.Grid;
import dev.dyno.report.store.Grid.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A comparison as lines for the console, Markdown for documents, and CSV for spreadsheets. */
public final class ComparisonTable {

    private static final String INDENT = "  ";

    /** Maximum number of facts of a notice on the console: more would hide those that explain the result. */
    private static final int FEW = 5;

    /** Maximum number of characters of a cell on the console. */
    private static final int MOST_OF_A_CELL = 44;

    /** Alignment of the tables in Markdown: no column at the right. */
    static final IntPredicate LEFT = column -> false;

    private static final Column<Judgement> FIGURE =
            Column.of("figure", j -> j.figure().name());

    private static final Column<Judgement> UNIT =
            Column.of("unit", j -> j.figure().unit().inTables());

    /** Columns for programs; changes and margins are shares: 0.03 is 3 %. */
    static final List<Column<Judgement>> COLUMNS = List.of(
            FIGURE,
            UNIT,
            Column.of("a", Judgement::a),
            Column.of("b", Judgement::b),
            Column.of("change", j -> j.effect().change()),
            new Column<>("change_low", j -> finite(j.effect(), j.effect().lowest())),
            new Column<>("change_high", j -> finite(j.effect(), j.effect().highest())),
            Column.of("margin", Judgement::margin),
            Column.of("verdict", j -> word(j.call())),
            Column.of("blocks", j -> j.effect().blocks()),
            Column.of("more_blocks", Judgement::moreBlocks),
            Column.of("a_bound", j -> word(j.boundOfA())),
            Column.of("b_bound", j -> word(j.boundOfB())));

    private final ComparisonReport report;

    public ComparisonTable(ComparisonReport report) {
        this.report = report;
    }

    /**
     * Lines for the console: the sides, the table, its explanation, and the facts that may explain the result.
     *
     * @param allFacts whether all facts that differ are listed instead of the first of each kind
     */
    public List<String> lines(boolean allFacts) {
        List<String> lines = new ArrayList<>(head(report.a(), report.b(), report.notices()));
        if (!report.judgements().isEmpty()) {
            lines.addAll(shown().lines());
            lines.add("");
        }
        lines.addAll(remarks(true));
        lines.addAll(notices(report.a(), report.b(), report.notices(), allFacts));
        return lines;
    }

    /** The sides, and a warning if their acknowledgements have different meanings; ends with an empty line. */
    public static List<String> head(Side a, Side b, List<Notice> notices) {
        List<String> lines = new ArrayList<>();
        int width = Math.max(a.name().length(), b.name().length());
        for (Side side : List.of(a, b)) {
            lines.add(side.name() + " ".repeat(width - side.name().length()) + INDENT + describe(side));
        }
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
                grid(shown, a, b, ComparisonTable::cut).lines().forEach(line -> lines.add(INDENT + line));
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

    /** A few differences, those that both sides state first. */
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

    /** Markdown for documents. */
    public String markdown() {
        StringBuilder text = new StringBuilder(
                "### " + Grid.escaped(report.a().name() + " and " + report.b().name()) + " compared\n\n");
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
                report.judgements(),
                List.of(
                        FIGURE,
                        UNIT,
                        Column.of(report.a().name(), j -> cell(report.a(), j, j.boundOfA(), j.a())),
                        Column.of(report.b().name(), j -> cell(report.b(), j, j.boundOfB(), j.b())),
                        Column.of("change", j -> Shown.signed(j.effect().change())),
                        Column.of("interval", j -> Shown.interval(j.effect())),
                        Column.of("verdict", this::verdict)));
    }

    private String cell(Side side, Judgement judgement, ConservativeBounds.Bound bound, double value) {
        String sign =
                bound == ConservativeBounds.Bound.EXACT ? side.sign(judgement.figure(), report.latency()) : bound.mark;
        return sign + Shown.value(value);
    }

    private String verdict(Judgement judgement) {
        return switch (judgement.call()) {
            case BETTER, WORSE, NONE -> words(judgement.call());
            case EQUIVALENT -> words(judgement.call()) + " within ±" + Shown.given(judgement.margin());
            case INCONCLUSIVE -> words(judgement.call()) + ", " + more(judgement.moreBlocks());
        };
    }

    private String more(int blocks) {
        return (blocks < SampleSizeForecast.MOST ? "about " : "at least ") + Unit.COUNT.text(blocks) + " more " + unit()
                + (blocks == 1 ? "" : batches() ? "es" : "s");
    }

    private boolean batches() {
        return report.design() instanceof Design.Batches;
    }

    private String unit() {
        return batches() ? "batch" : "block";
    }

    /** Remarks beside an answer ({@link ComparisonAnswer}), which already has the reason for no call. */
    List<String> remarksBesideAnswer() {
        return remarks(false);
    }

    /** Explanation of the table, and the figures missing in it. */
    private List<String> remarks(boolean withReason) {
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
        Optional<String> whyNoCall = report.whyNoCall();
        whyNoCall.filter(why -> withReason).ifPresent(why -> remarks.add("No call: " + why));
        if (whyNoCall.isEmpty()) {
            remarks.add("Intervals are those of " + b
                    + " against " + a + inUnits()
                    + ", and so wide that in "
                    + Shown.number(report.rule().confidence())
                    + " of 100 comparisons all of them hold. " + unitInWords());
        }
        if (report.judgements().stream().anyMatch(judgement -> judgement.call() == Call.INCONCLUSIVE)) {
            remarks.add("So many more " + unit() + (batches() ? "es" : "s") + " of each are enough in at least "
                    + SampleSizeForecast.OF_100 + " of 100 such cases, if both stay what they are.");
        }
        if (report.judgements().stream().anyMatch(j -> j.boundOfA() != ConservativeBounds.Bound.EXACT)) {
            remarks.add(
                    "A value with ≥ or ≤ is a bound, since messages were unfinished; the change beside it is at least so large.");
        }
        if (!report.unmeasured().isEmpty()) {
            remarks.add("Not measured in every run, so not compared: "
                    + report.unmeasured().stream().map(Figure::name).collect(Collectors.joining(", ")) + ".");
        }
        return remarks;
    }

    private String inUnits() {
        return report.design() instanceof Design.Batches batches
                ? ", batch by batch (" + batches.all().size() + " in turns)"
                : ", run by run in pairs";
    }

    private String unitInWords() {
        return batches()
                ? "A batch is all runs of one that were made with none of the other in between."
                : "A block is one run of each.";
    }

    /** CSV with a row per figure. */
    public String csv() {
        List<Column<Judgement>> columns = new ArrayList<>(COLUMNS);
        columns.add(Column.of("a_marks", j -> marks(report.a(), j)));
        columns.add(Column.of("b_marks", j -> marks(report.b(), j)));
        return Grid.of(report.judgements(), columns).csv();
    }

    private String marks(Side side, Judgement judgement) {
        return side.marks(judgement.figure(), report.latency()).stream()
                .map(Kind::word)
                .collect(Collectors.joining(" "));
    }

    private static Optional<Double> finite(Effect effect, double end) {
        return effect.hasInterval() ? Optional.of(end) : Optional.empty();
    }

    private static String word(ConservativeBounds.Bound bound) {
        return bound.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Word of a call for programs. */
    static String word(Call call) {
        return words(call).replace(' ', '-');
    }

    /** Words of a call for users. */
    static String words(Call call) {
        return call == Call.NONE ? "no call" : call.name().toLowerCase(Locale.ROOT);
    }
}
