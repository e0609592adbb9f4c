package dev.dyno.report;

import dev.dyno.result.ResourceSample;
import java.io.Closeable;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;

/**
 * A row for each value of each sample, as RFC 4180 has it, with a header: what there is differs from broker to broker, so that
 * columns for all of it would be mostly empty.
 */
final class ResourceCsv implements Closeable {

    private static final String END_OF_LINE = "\r\n";
    private static final String HEADER = "start_s,end_s,phase,subject,metric,value" + END_OF_LINE;

    private final ReportFile file;
    private boolean headed;

    ResourceCsv(ReportFile file) {
        this.file = file;
    }

    void add(ResourceSample sample) throws IOException {
        StringBuilder rows = new StringBuilder(headed ? "" : HEADER);
        String start = String.format(
                Locale.ROOT,
                "%.9f,%.9f,%s,%s,",
                sample.startNs() / 1e9,
                sample.endNs() / 1e9,
                sample.phase().name(),
                quoted(sample.subject()));
        for (Map.Entry<String, Double> value : sample.values().entrySet()) {
            rows.append(start)
                    .append(quoted(value.getKey()))
                    .append(',')
                    .append(JsonText.plain(value.getValue()))
                    .append(END_OF_LINE);
        }
        file.write(rows.toString());
        headed = true;
    }

    /** The series of a page of metrics have quotes and commas in their names. */
    private static String quoted(String text) {
        return text.matches("[^\",\r\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
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
