package dev.dyno.report.study;

import dev.dyno.report.store.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A table of a study beside the one with a row for each cell.
 *
 * @param heads how many columns at the left name what a row is about
 * @param rows each with a text for each column
 * @param note how it is to be read; may be empty
 */
record SideTable(String title, int heads, List<String> columns, List<List<String>> rows, String note) {

    SideTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** For the console. */
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

    /** For a README. */
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
