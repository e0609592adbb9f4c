package dev.dyno.app.execute;

import static dev.dyno.model.config.TargetSettings.BROKER_METRICS;
import static dev.dyno.model.config.TargetSettings.BROKER_METRICS_SELECT;
import static dev.dyno.model.config.TargetSettings.BROKER_PID;

import dev.dyno.app.plan.Problems;
import dev.dyno.app.plan.TargetReader;
import dev.dyno.broker.resource.MetricsSource;
import dev.dyno.broker.resource.ProbeException;
import dev.dyno.broker.resource.Probes;
import dev.dyno.driver.TimeSource;
import dev.dyno.model.config.Reading;
import dev.dyno.model.result.BrokerLife;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Resources to read during the load, requested by options. */
public record Resources(Optional<Long> pid, List<MetricsSource> sources, List<String> select) {

    /** Resources that the settings of a target request. */
    public static Resources of(TargetReader target, Problems problems) {
        Reading in = target.in();
        Optional<Long> pid = in.get(BROKER_PID);
        pid.filter(number -> target.managedBroker().isEmpty()
                        && ProcessHandle.of(number).isEmpty())
                .ifPresent(number -> problems.add(in.refusal(
                        BROKER_PID,
                        "{given}; must be a process of this host. For a broker elsewhere there is {broker-metrics}.")));
        List<MetricsSource> sources = new ArrayList<>();
        List<String> select = in.get(BROKER_METRICS_SELECT);
        for (String url : in.get(BROKER_METRICS)) {
            try {
                sources.add(MetricsSource.parse(url.strip(), select));
            } catch (IllegalArgumentException e) {
                problems.add(in.refusal(BROKER_METRICS, String.valueOf(e.getMessage())));
            }
        }
        problems.addIf(
                !select.isEmpty()
                        && in.get(BROKER_METRICS).size() == sources.size()
                        && sources.stream().noneMatch(s -> s.kind() == MetricsSource.Kind.PROMETHEUS),
                in.refusal(
                        BROKER_METRICS_SELECT,
                        "chooses from a page in the text format of Prometheus, and none is named; give {broker-metrics}"
                                + " http://HOST:PORT/PATH, or leave it out."));
        return new Resources(pid, sources, select);
    }

    /** Configuration for the stored run; without passwords. */
    Map<String, Object> config() {
        Map<String, Object> map = new LinkedHashMap<>();
        pid.ifPresent(number -> map.put("brokerPid", number));
        map.put("brokerMetrics", sources.stream().map(MetricsSource::shown).toList());
        map.put("brokerMetricsSelect", List.copyOf(select));
        return map;
    }

    /**
     * Opens all probes.
     *
     * @param started broker that Dyno has started
     * @param loadIsHere whether this process makes the load; if not, only the broker is read here
     */
    Probes open(Optional<Supplier<BrokerLife>> started, TimeSource time, boolean loadIsHere) throws CannotRun {
        Probes probes = loadIsHere ? Probes.ofThisHost(time) : Probes.none();
        String failed = "the broker cannot be watched: ";
        try {
            if (started.isPresent()) {
                probes.addBroker(started.get());
            } else if (pid.isPresent()) {
                probes.addBroker(pid.get());
            }
            failed = "--broker-metrics: ";
            for (MetricsSource source : sources) {
                probes.addMetrics(source, time);
            }
            return probes;
        } catch (ProbeException e) {
            probes.close();
            throw new CannotRun(failed + e.getMessage());
        }
    }
}
