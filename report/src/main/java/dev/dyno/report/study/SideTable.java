package dev.dyno.report.study;

import dev.dyno.report.store.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Additional table of a study, beside the one with a row for each cell.
 *
 * @param heads number of columns at the left that name the row
 * @param rows each with a text for each column
 * @param note explanation; may be empty
 */
record SideTable(String title, int heads, List<String> columns, List<List<String>> rows, String note) {

    SideTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** Lines for the console. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(title);
        List<List<Optional<Object>>> cells = rows.stream()
                .map(row -> row.stream().map(cell -> Optional.<Object>of(cell)).toList())
                .toList();
        lines.addAll(new Grid(columns, cells).lines());
        if (!note.isEmpty()) {
            lines.add(note);
        }
        return lines;
    }

    /** Markdown for a README. */
    String markdown() {
        StringBuilder text = new StringBuilder("\n### " + title + "\n\n");
        text.append("| ").append(String.join(" | ", columns)).append(" |\n|");
        for (int i = 0; i < columns.size(); i++) {
            text.append(i < heads ? " --- |" : " ---: |");
        }
        text.append('\n');
        rows.forEach(row -> text.append("| ").append(String.join(" | ", row)).append(" |\n"));
        return note.isEmpty()
                ? text.toString()
                : text.append('\n').append(note).append('\n').toString();
    }
}
