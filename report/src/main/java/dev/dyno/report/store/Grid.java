package dev.dyno.report.store;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * A table of texts and numbers: as aligned lines for a terminal, as CSV or JSON for programs.
 *
 * @param columns their names
 * @param rows each with a cell per column: a {@link Number}, a {@link Boolean} or a text; empty if unknown
 */
public record Grid(List<String> columns, List<List<Optional<Object>>> rows) {

    private static final String GAP = "  ";
    private static final int MAX_DECIMALS = 12;
    private static final MathContext SHOWN = new MathContext(6);

    public Grid {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** Head and rows in aligned columns: numbers right-aligned with six digits, a dash where unknown. */
    public List<String> lines() {
        List<List<String>> texts = new ArrayList<>();
        texts.add(columns);
        for (List<Optional<Object>> row : rows) {
            texts.add(
                    row.stream().map(cell -> cell.map(Grid::shown).orElse("-")).toList());
        }
        return aligned(texts, this::isNumeric);
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
                line.append(i == 0 ? "" : GAP).append(right.test(i) ? space + row.get(i) : row.get(i) + space);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    private boolean isNumeric(int column) {
        boolean numeric = false;
        for (List<Optional<Object>> row : rows) {
            Optional<Object> cell = row.get(column);
            if (cell.isPresent() && !(cell.get() instanceof Number)) {
                return false;
            }
            numeric |= cell.isPresent();
        }
        return numeric;
    }

    /** Text of a cell. A name may be of any origin, so control characters of a terminal become question marks. */
    private static String shown(Object cell) {
        if (cell instanceof Double d && Double.isFinite(d)) {
            BigDecimal shown = BigDecimal.valueOf(d).round(SHOWN).stripTrailingZeros();
            int decimals = Math.min(Math.max(shown.scale(), 0), MAX_DECIMALS);
            return String.format(Locale.ROOT, "%,." + decimals + "f", shown);
        }
        return cell instanceof Long || cell instanceof Integer
                ? String.format(Locale.ROOT, "%,d", ((Number) cell).longValue())
                : String.valueOf(cell).replaceAll("\\R", " ").replaceAll("[\\x00-\\x1f\\x7f-\\x9f]", "?");
    }

    /** CSV by RFC 4180, with a header; numbers with all their digits. */
    public String csv() {
        StringBuilder csv = new StringBuilder(Csv.row(columns));
        for (List<Optional<Object>> row : rows) {
            csv.append(Csv.row(
                    row.stream().map(cell -> cell.map(Grid::whole).orElse("")).toList()));
        }
        return csv.toString();
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
