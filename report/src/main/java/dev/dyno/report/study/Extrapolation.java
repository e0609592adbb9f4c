package dev.dyno.report.study;

import dev.dyno.model.metric.Figures;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.result.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Processors needed for a rate, computed from the processor time of a message in each cell of a study. */
final class Extrapolation {

    private Extrapolation() {}

    /** Table with a row for each cell whose processor time was measured at broker and load generator; empty without one. */
    static Optional<SideTable> of(StudyTable table, Rate rate) {
        double processors = Double.parseDouble(table.result().environment().getOrDefault("processors", "1"));
        List<List<String>> rows = new ArrayList<>();
        for (StudyTable.Row row : table.rows()) {
            double broker = perSecond(table, row, Figures.BROKER_CPU.name());
            double client = perSecond(table, row, Figures.CLIENT_CPU.name());
            if (Double.isFinite(broker + client)) {
                List<String> cells = new ArrayList<>(table.names(row));
                cells.add(Unit.NUMBER.text(broker));
                cells.add(Unit.NUMBER.text(client));
                cells.add(Unit.NUMBER.text(rate.perSecond() / broker));
                cells.add(Unit.NUMBER.text(rate.perSecond() / client));
                cells.add(Unit.NUMBER.text(Math.ceil(rate.perSecond() / broker / processors)) + " + "
                        + Unit.NUMBER.text(Math.ceil(rate.perSecond() / client / processors)));
                rows.add(cells);
            }
        }
        List<String> columns = new ArrayList<>(table.axes());
        columns.addAll(List.of(
                "messages a processor-second, broker",
                "client",
                "processors, broker",
                "client",
                "machines of " + Unit.NUMBER.text(processors) + " processors, broker + client"));
        return Optional.of(new SideTable(
                        "Machines for " + Unit.NUMBER.text(rate.perSecond()) + " messages a second, extrapolated",
                        table.axes().size(),
                        columns,
                        rows,
                        "Computed from the processor time of a message in the runs, not measured: as if each"
                                + " further machine achieved as much, and no network or disk was full."))
                .filter(answer -> !rows.isEmpty());
    }

    /** Messages per second of processor time; NaN if it was not measured. */
    private static double perSecond(StudyTable table, StudyTable.Row row, String cpuPerMessage) {
        return 1e9 / table.result().spread(row.values(), cpuPerMessage).median();
    }
}
