package dev.dyno.report.store;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table of texts and numbers: as aligned lines for a terminal, as Markdown for documents, as CSV or JSON for programs.
 *
 * @param columns names of the columns
 * @param rows each with a cell per column: a {@link Number}, {@link Marked}, a {@link Boolean} or a text; empty if unknown
 */
public record Grid(List<String> columns, List<List<Optional<Object>>> rows) {

    private static final int MAX_DECIMALS = 12;
    private static final MathContext SHOWN = new MathContext(6);

    /** A number with a mark, for people: {@code ~} is before it. */
    public record Marked(Object number) {}

    /**
     * A column of a table with a row for each item.
     *
     * @param cell gives the cell of an item, see {@link Grid#rows}
     * @param <T> type of the items
     */
    public record Column<T>(String name, Function<T, Optional<?>> cell) {

        /** Column whose cells are all known. */
        public static <T> Column<T> of(String name, Function<T, Object> cell) {
            return new Column<>(name, cell.andThen(Optional::of));
        }
    }

    /** Table with a row for each item. */
    public static <T> Grid of(List<T> items, List<Column<T>> columns) {
        return new Grid(
                columns.stream().map(Column::name).toList(),
                items.stream()
                        .map(item -> columns.stream()
                                .map(column -> column.cell.apply(item).map(Object.class::cast))
                                .toList())
                        .toList());
    }

    public static Grid ofTexts(List<String> columns, List<List<String>> rows) {
        return new Grid(
                columns,
                rows.stream()
                        .map(row -> row.stream().map(Optional::<Object>of).toList())
                        .toList());
    }

    /** Head and rows in aligned columns: numbers right-aligned, fractions with six significant digits; a dash where unknown. */
    public List<String> lines() {
        return lines(this::isNumeric);
    }

    /** @param right indices of right-aligned columns */
    public List<String> lines(IntPredicate right) {
        List<List<String>> texts = new ArrayList<>();
        texts.add(columns);
        texts.addAll(texts());
        return aligned(texts, right);
    }

    /** The texts of the cells, as {@link #lines} shows them. */
    public List<List<String>> texts() {
        return rows.stream()
                .map(row -> row.stream()
                        .map(cell -> cell.map(Grid::shown).orElse("-"))
                        .toList())
                .toList();
    }

    /**
     * One line for each row, in aligned columns.
     *
     * @param right indices of right-aligned columns
     */
    public static List<String> aligned(List<List<String>> rows, IntPredicate right) {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String space = " ".repeat(widths[i] - row.get(i).length());
                line.append(i == 0 ? "" : "  ").append(right.test(i) ? space + row.get(i) : row.get(i) + space);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    private boolean isNumeric(int column) {
        List<Object> cells =
                rows.stream().flatMap(row -> row.get(column).stream()).toList();
        return !cells.isEmpty() && cells.stream().allMatch(cell -> cell instanceof Number || cell instanceof Marked);
    }

    /** Text of a cell. A name may be of any origin, so control characters of a terminal become question marks. */
    private static String shown(Object cell) {
        if (cell instanceof Marked marked) {
            return '~' + shown(marked.number);
        }
        if (cell instanceof Double d && Double.isFinite(d)) {
            BigDecimal shown = BigDecimal.valueOf(d).round(SHOWN).stripTrailingZeros();
            int decimals = Math.min(Math.max(shown.scale(), 0), MAX_DECIMALS);
            return String.format(Locale.ROOT, "%,." + decimals + "f", shown);
        }
        return cell instanceof Long || cell instanceof Integer
                ? String.format(Locale.ROOT, "%,d", ((Number) cell).longValue())
                : String.valueOf(cell).replaceAll("\\R", " ").replaceAll("[\\x00-\\x1f\\x7f-\\x9f]", "?");
    }

    /**
     * A table in Markdown, with an empty line after it; nothing without rows.
     *
     * @param right indices of right-aligned columns
     */
    public String markdown(IntPredicate right) {
        if (rows.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder(line(columns.stream().map(Grid::escaped)))
                .append(line(IntStream.range(0, columns.size()).mapToObj(i -> right.test(i) ? "---:" : "---")));
        rows.forEach(row -> text.append(
                line(row.stream().map(cell -> escaped(cell.map(String::valueOf).orElse("-"))))));
        return text.append('\n').toString();
    }

    private static String line(Stream<String> cells) {
        return cells.collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    /** Escapes a text, so that a bar, a star or a less-than sign in a name is not taken for Markdown. */
    public static String escaped(String text) {
        return text.replaceAll("\\R", " ")
                .replaceAll("([\\\\`*_>|\\[\\]])", "\\\\$1")
                .replace("<", "&lt;");
    }

    /** CSV by RFC 4180, with a header; numbers with all their digits. */
    public String csv() {
        return rows.stream()
                .map(row -> Csv.row(row.stream()
                        .map(cell -> cell.map(Grid::whole).orElse(""))
                        .toList()))
                .collect(Collectors.joining("", Csv.row(columns), ""));
    }

    private static String whole(Object cell) {
        return cell instanceof Double d && Double.isFinite(d) ? Decimals.plain(d) : String.valueOf(cell);
    }

    /** JSON array with an object per row, each on a line of its own; null where unknown. */
    public String json() {
        List<String> objects = new ArrayList<>();
        for (List<Optional<Object>> row : rows) {
            List<String> fields = new ArrayList<>();
            for (int i = 0; i < columns.size(); i++) {
                fields.add(
                        json(columns.get(i)) + ':' + row.get(i).map(Grid::json).orElse("null"));
            }
            objects.add('{' + String.join(",", fields) + '}');
        }
        return objects.isEmpty() ? "[]\n" : "[\n" + String.join(",\n", objects) + "\n]\n";
    }

    private static String json(Object cell) {
        boolean plain = cell instanceof Number && !(cell instanceof Double d && !Double.isFinite(d));
        return plain || cell instanceof Boolean
                ? whole(cell)
                : StrictJson.MAPPER.writeValueAsString(String.valueOf(cell));
    }
}
