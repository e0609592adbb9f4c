package dev.dyno.report.study;

import dev.dyno.report.store.Grid;
import java.util.ArrayList;
import java.util.List;

/**
 * Additional table of a study, beside the one with a row for each cell.
 *
 * @param heads number of columns at the left that name the row
 * @param rows each with a text for each column
 * @param note explanation; may be empty
 */
record SideTable(String title, int heads, List<String> columns, List<List<String>> rows, String note) {

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(title);
        lines.addAll(Grid.ofTexts(columns, rows).lines());
        if (!note.isEmpty()) {
            lines.add(note);
        }
        return lines;
    }

    String markdown() {
        return "\n### " + title + "\n\n"
                + Grid.ofTexts(columns, rows)
                        .markdown(column -> column >= heads)
                        .stripTrailing() + "\n"
                + (note.isEmpty() ? "" : "\n" + note + "\n");
    }
}
