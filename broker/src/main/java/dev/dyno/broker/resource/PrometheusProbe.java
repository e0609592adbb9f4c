package dev.dyno.broker.resource;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** A page in the text format of Prometheus: the series we know, and those that the user has selected. */
final class PrometheusProbe extends HttpProbe {

    private static final String ACCEPT = "text/plain;version=0.0.4,text/plain;q=0.5,*/*;q=0.1";

    /** Maximum number of series; more at the first reading are refused: each is a value per second, in memory and on disk. */
    private static final int MAX_SERIES = 500;

    private final HttpPage page;
    private final List<Pattern> selected;

    PrometheusProbe(String subject, HttpPage page, List<Pattern> selected) {
        super(subject, page.toString());
        this.page = page;
        this.selected = selected;
    }

    @Override
    ResourceReading read(boolean first, long nowNs, long withinNs) throws ProbeException {
        ResourceReading reading = new ResourceReading();
        int names = 0;
        for (PrometheusText.Series series : PrometheusText.parse(page.get(ACCEPT, withinNs))) {
            WellKnown.add(series, reading);
            if (isSelected(series)) {
                add(series, reading);
            }
            names++;
        }
        if (first) {
            check(reading, names);
        }
        return reading;
    }

    private boolean isSelected(PrometheusText.Series series) {
        return selected.stream()
                .anyMatch(pattern -> pattern.matcher(series.name()).matches()
                        || pattern.matcher(series.text()).matches());
    }

    private static void add(PrometheusText.Series series, ResourceReading into) {
        if (series.counter()) {
            into.counter(series.text(), series.value());
        } else {
            into.level(series.text(), series.value());
        }
    }

    private void check(ResourceReading reading, int series) throws ProbeException {
        int count = reading.levels().size() + reading.counters().size();
        if (count == 0 && series == 0) {
            throw new ProbeException("it has no metrics; is it a page in the text format of Prometheus?");
        }
        if (count == 0) {
            throw new ProbeException(String.format(
                    Locale.ROOT,
                    "none of its %,d series is chosen, and none is one that Dyno knows, such as %s; choose some with"
                            + " broker-metrics-select",
                    series,
                    String.join(", ", WellKnown.examples())));
        }
        if (count > MAX_SERIES) {
            throw new ProbeException(String.format(
                    Locale.ROOT,
                    "%,d of its series are chosen, and %d at most can be; narrow broker-metrics-select",
                    count,
                    MAX_SERIES));
        }
    }
}
