package dev.dyno.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Samples;
import dev.dyno.model.result.Verdict;
import dev.dyno.report.store.ReportFile;
import dev.dyno.report.store.Roles;
import dev.dyno.report.store.StrictJson;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class JsonReporterTest {

    private static final Counts COUNTS = new Counts(100, 1, 90, 80, 0, 0, 0, 0, 0, 0);
    private static final Latencies TWO_VALUES =
            Samples.latencies(Map.of(Latency.SEND_ACK, Samples.histogram(1000, 1501)));
    private static final String TWO_VALUES_TEXT = "{\"mean\":1.251,\"50\":1.0,\"90\":1.501,\"99\":1.501,\"99.9\":1.501,"
            + "\"99.99\":1.501,\"max\":1.501,\"count\":2}";

    @Test
    void arrayHasTheFieldsOfArtemisPerf() throws Exception {
        RunResult result = Samples.result(parts -> {
            parts.outcome = Outcome.SUCCESS;
            parts.latencies = TWO_VALUES;
        });

        assertThat(report(Roles.BOTH, List.of(interval(Interval.Phase.MEASURE)), List.of(result)))
                .isEqualTo("[\n{\"sampleType\":\"interval\",\"warmup\":false,\"time\":1772366400750,\"sent\":200,"
                        + "\"delayed\":2,\"completed\":180,\"received\":160,\"sendTime\":" + TWO_VALUES_TEXT + "},\n"
                        + "{\"sampleType\":\"summary\",\"time\":1772366400750,\"result\":\"success\",\"totalSent\":4000,"
                        + "\"totalBlocked\":80,\"totalCompleted\":3960,\"totalReceived\":3920,\"totalSendTime\":"
                        + TWO_VALUES_TEXT
                        + ",\"verdict\":\"INVALID\",\"resources\":{\"broker\":{\"rss-bytes\":{\"min\":1048576.0,"
                        + "\"mean\":2097152.0,\"max\":3145728.0,\"last\":2500000.0},\"cpu-cores\":{\"min\":0.5,"
                        + "\"mean\":0.75,\"max\":1.0,\"last\":1.0,\"total\":1.5},\"per-message\":{\"cpu-us\":88.125}},"
                        + "\"worker\":{\"rss-bytes\":{\"min\":1.0,\"mean\":2.0,\"max\":209715200,\"last\":4.0},"
                        + "\"per-message\":{}}}}\n]\n");
    }

    @Test
    void warmupIsMarkedAndHasTheLatenciesOfWarmupMessages() throws Exception {
        JsonNode json = parse(report(Roles.BOTH, List.of(interval(Interval.Phase.WARMUP)), List.of()));

        assertThat(json.get(0).get("warmup").booleanValue()).isTrue();
        assertThat(json.get(0).get("sendTime")).isNull();
        assertThat(json.get(0).get("transferTime").get("max").doubleValue()).isEqualTo(0.005);
    }

    @Test
    void groupsHaveTheirOwnRatesTotalsAndLatencies() throws Exception {
        Interval interval = Samples.changed(
                interval(Interval.Phase.MEASURE), Map.of("groups", Map.of("web", interval(Interval.Phase.MEASURE))));
        JsonNode json = parse(report(Roles.BOTH, List.of(interval), List.of(Samples.withGroups())));

        JsonNode second = json.get(0).get("groups").get("web");
        assertThat(second.get("sent").longValue()).isEqualTo(200);
        assertThat(second.get("sendTime").get("count").longValue()).isEqualTo(2);
        JsonNode total = json.get(1).get("groups").get("web");
        assertThat(total.get("totalSent").longValue()).isEqualTo(10);
        assertThat(total.get("totalResponseTime").get("marks").get("99").stringValue())
                .startsWith("few");
        assertThat(total.get("verdict")).isNull();
    }

    @Test
    void anEndOfADrainThatIsTooShortHasNoRates() throws Exception {
        Interval end = Samples.interval(
                0, Interval.Phase.DRAIN, 0, Interval.MIN_RATE_NS - 1, COUNTS, TWO_VALUES, new Latencies());
        Interval withGroup = Samples.changed(end, Map.of("groups", Map.of("web", end)));
        JsonNode json = parse(report(Roles.BOTH, List.of(withGroup), List.of())).get(0);

        assertThat(names(json)).containsExactly("sampleType", "warmup", "time", "sendTime", "groups");
        assertThat(names(json.get("groups").get("web"))).containsExactly("sendTime");
    }

    @Test
    void ratesAndMaximaHaveTheirMarksToo() throws Exception {
        Map<String, FigureMark> marks = Map.of(
                "sent-rate", new FigureMark(FigureMark.Kind.BEHIND, 0.5),
                "response-max", new FigureMark(FigureMark.Kind.REPEATED, 1));
        RunResult result = Samples.result().withVerdict(Verdict.of(List.of()).with(marks, Optional.empty()));
        JsonNode json = parse(report(Roles.BOTH, List.of(), List.of(result)));
        assertThat(json.get(0).get("marks").get("sent-rate").stringValue()).isEqualTo("own:0.5");
        assertThat(json.get(0).get("totalResponseTime").get("marks").get("max").stringValue())
                .isEqualTo("repeated:1.0");
    }

    @Test
    void everyLatencyHasAName() throws Exception {
        JsonNode json = parse(report(Roles.BOTH, Samples.intervals(), List.of(Samples.result())));

        assertThat(json).hasSize(6);
        assertThat(names(json.get(0)))
                .containsExactly(("sampleType warmup time sent delayed completed "
                                + "received delaySendTime sendTime responseTime transferTime endToEndTime "
                                + "roundTripTime connectTime commitTime receiveCommitTime ownDelayTime blockedTime timeByTimestamp")
                        .split(" ", -1));
        assertThat(names(json.get(5)))
                .containsExactly(("sampleType time result totalSent totalBlocked totalCompleted "
                                + "totalReceived totalDelaySendTime totalSendTime totalResponseTime totalTransferTime totalEndToEndTime "
                                + "totalRoundTripTime totalConnectTime totalCommitTime totalReceiveCommitTime totalOwnDelayTime totalBlockedTime totalTimeByTimestamp verdict "
                                + "cause resources")
                        .split(" ", -1));
    }

    @Test
    void onlyTheSideThatIsThereIsReported() throws Exception {
        List<Interval> intervals = List.of(interval(Interval.Phase.MEASURE));
        List<RunResult> results = List.of(Samples.result());
        JsonNode producer = parse(report(Roles.PRODUCERS, intervals, results));
        JsonNode consumer = parse(report(Roles.CONSUMERS, intervals, results));

        assertThat(names(producer.get(0)))
                .containsExactly("sampleType", "warmup", "time", "sent", "delayed", "completed", "sendTime");
        assertThat(names(producer.get(1)))
                .contains("totalSent", "totalBlocked", "totalCompleted")
                .doesNotContain("totalReceived");
        assertThat(names(consumer.get(0))).containsExactly("sampleType", "warmup", "time", "received", "sendTime");
        assertThat(names(consumer.get(1))).contains("totalReceived").doesNotContain("totalSent");
    }

    @Test
    void stoppedReportIsAnArrayToo() throws Exception {
        assertThat(report(Roles.BOTH, List.of(), List.of())).isEqualTo("[\n]\n");
        assertThat(parse(report(Roles.BOTH, Samples.intervals(), List.of()))).hasSize(5);
        JsonNode onlySummary = parse(report(Roles.BOTH, List.of(), List.of(Samples.result())));
        assertThat(onlySummary).hasSize(1);
        assertThat(onlySummary.get(0).get("time").longValue()).isEqualTo(1772366400250L);
    }

    @Test
    void everyCharacterOfACauseSurvives() throws Exception {
        String cause = "\"quoted\" \\ tab\t line\n bell\u0007 ö € \uD83D\uDC07 lone \uD83D end";
        RunResult result = Samples.result(parts -> parts.outcome = Outcome.failed(cause));
        JsonNode summary = parse(report(Roles.BOTH, List.of(), List.of(result))).get(0);

        assertThat(summary.get("cause").stringValue()).isEqualTo(cause);
        assertThat(summary.get("result").stringValue()).isEqualTo("fail");
    }

    private static Interval interval(Interval.Phase phase) {
        Latencies warmup = Samples.latencies(Map.of(Latency.TRANSFER, Samples.histogram(5)));
        return Samples.interval(0, phase, 0, Samples.SECOND / 2, COUNTS, TWO_VALUES, warmup);
    }

    private static String report(Roles roles, List<Interval> intervals, List<RunResult> results) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonReporter reporter = new JsonReporter(new ReportFile("x", out), roles)) {
            for (Interval interval : intervals) {
                reporter.onInterval(interval);
            }
            for (RunResult result : results) {
                reporter.onResult(result);
            }
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static JsonNode parse(String text) {
        return StrictJson.MAPPER.readTree(text);
    }

    private static List<String> names(JsonNode object) {
        return new ArrayList<>(object.propertyNames());
    }

    @Test
    void eachFaultIsAnObjectBeforeTheSummary() throws Exception {
        String text = report(Roles.BOTH, List.of(), List.of(Samples.withFaults()));
        String outage = "{\"fromNs\":1499000000,\"toNs\":2750000000,\"over\":true}";
        String worst = "{\"fromNs\":1498500000,\"toNs\":3250000001,\"over\":false}";
        assertThat(text)
                .startsWith("[\n{\"sampleType\":\"fault\",\"action\":\"kill\",\"time\":1772366401750,"
                        + "\"beganNs\":1500200000,\"tookNs\":3400000,\"publishOutage\":" + outage
                        + ",\"worstProducerOutage\":" + worst + ",\"consumeOutage\":" + outage
                        + ",\"worstSubscriptionOutage\":" + worst + ",\"inDoubt\":11,\"lost\":2,\"duplicate\":1,"
                        + "\"broken\":2,\"attempts\":9,\"restored\":1,\"lastRestoredNs\":2800000000,\"cause\":\"the broker cut it\"},\n"
                        + "{\"sampleType\":\"fault\",\"action\":\"restart\",\"time\":1772366403250,"
                        + "\"beganNs\":3000000000,\"tookNs\":0,\"inDoubt\":0,\"lost\":0,\"duplicate\":0,\"broken\":0,"
                        + "\"attempts\":0,\"restored\":0},\n{\"sampleType\":\"summary\"");
    }
}
