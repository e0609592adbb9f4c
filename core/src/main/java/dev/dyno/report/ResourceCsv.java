package dev.dyno.report;

import dev.dyno.result.ResourceSample;
import java.io.Closeable;
import java.io.IOException;
import java.util.Map;

/**
 * A row for each value of each sample, as RFC 4180 has it, with a header: what there is differs from broker to broker, so that
 * columns for all of it would be mostly empty.
 */
final class ResourceCsv implements Closeable {

    private static final String HEADER = "start_s,end_s,phase,subject,metric,value" + Csv.END_OF_LINE;

    private final ReportFile file;
    private boolean headed;

    ResourceCsv(ReportFile file) {
        this.file = file;
    }

    void add(ResourceSample sample) throws IOException {
        StringBuilder rows = new StringBuilder(headed ? "" : HEADER);
        // The series of a page of metrics have quotes and commas in their names.
        String start = Decimals.seconds(sample.startNs())
                + ','
                + Decimals.seconds(sample.endNs())
                + ','
                + sample.phase().name()
                + ','
                + Csv.field(sample.subject())
                + ',';
        for (Map.Entry<String, Double> value : sample.values().entrySet()) {
            rows.append(start)
                    .append(Csv.field(value.getKey()))
                    .append(',')
                    .append(Decimals.plain(value.getValue()))
                    .append(Csv.END_OF_LINE);
        }
        file.write(rows.toString());
        headed = true;
    }

    @Override
    public void close() throws IOException {
        try (file) {
            if (!headed) {
                file.write(HEADER);
            }
        }
    }
}
