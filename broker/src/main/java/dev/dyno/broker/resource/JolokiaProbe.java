package dev.dyno.broker.resource;

import dev.dyno.model.result.ResourceMetric;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The platform beans of a JVM behind Jolokia: heap, garbage collections, threads, CPU, open files; and the number of messages in
 * an Artemis or ActiveMQ. All in one request.
 */
final class JolokiaProbe extends HttpProbe {

    /** Attribute with the number of messages in all queues; both brokers use this name. */
    private static final String QUEUED = "TotalMessageCount";

    private static final String SYSTEM = "java.lang:type=OperatingSystem";

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** Requests of one attribute each, or of two that all these beans have: a bean that lacks one of two would return neither. */
    private static final String REQUEST = MAPPER.writeValueAsString(List.of(
            read("java.lang:type=Memory", "HeapMemoryUsage"),
            read("java.lang:type=GarbageCollector,name=*", List.of("CollectionCount", "CollectionTime")),
            read("java.lang:type=Threading", "ThreadCount"),
            read(SYSTEM, "ProcessCpuTime"),
            read(SYSTEM, "OpenFileDescriptorCount"),
            read("org.apache.activemq.artemis:broker=*", List.of(QUEUED)),
            read("org.apache.activemq:type=Broker,brokerName=*", List.of(QUEUED))));

    private static final int PLATFORM = 5;
    private static final int ALL = 7;

    private final HttpPage page;

    JolokiaProbe(String subject, HttpPage page) {
        super(subject, page.toString());
        // The agent serves its page only with a slash at the end.
        this.page = page.resolve("/");
    }

    private static Map<String, Object> read(String bean, Object attribute) {
        return Map.of("type", "read", "mbean", bean, "attribute", attribute);
    }

    @Override
    ResourceReading read(boolean first, long nowNs, long withinNs) throws ProbeException {
        JsonNode answers = parse(page.post(REQUEST, withinNs));
        if (!answers.isArray() || answers.size() != ALL) {
            throw new ProbeException("it does not answer as Jolokia does");
        }
        ResourceReading reading = new ResourceReading();
        JsonNode heap = answers.get(0).path("value");
        reading.level(ResourceMetric.HEAP_USED, number(heap.path("used")))
                .level(ResourceMetric.HEAP_COMMITTED, number(heap.path("committed")));
        answers.get(1)
                .path("value")
                .properties()
                .forEach(collector -> collector(collector.getKey(), collector.getValue(), reading));
        reading.level(ResourceMetric.THREADS, number(answers.get(2).path("value")))
                .counter(ResourceMetric.CPU, number(answers.get(3).path("value")) / 1e9)
                .level(ResourceMetric.OPEN_FILES, number(answers.get(4).path("value")));
        for (int i = PLATFORM; i < ALL; i++) {
            // A server without this bean answers with an error.
            answers.get(i)
                    .path("value")
                    .properties()
                    .forEach(broker -> reading.addToLevel(
                            ResourceMetric.QUEUED, number(broker.getValue().path(QUEUED))));
        }
        if (first && reading.levels().isEmpty()) {
            throw new ProbeException(
                    "it lets nothing be read: " + answers.get(0).path("error").asString("it does not say why"));
        }
        return reading;
    }

    private static void collector(String bean, JsonNode values, ResourceReading into) {
        String name = bean.replaceFirst(".*\\bname=([^,]*).*", "$1");
        if (GarbageCollections.stopTheWorld(name)) {
            into.addToCounter(ResourceMetric.GC_COUNT, number(values.path("CollectionCount")))
                    .addToCounter(ResourceMetric.GC_TIME, number(values.path("CollectionTime")) / 1e3);
        }
    }

    private static JsonNode parse(String text) throws ProbeException {
        try {
            return MAPPER.readTree(text);
        } catch (JacksonException e) {
            throw new ProbeException("its answer is not JSON", e);
        }
    }

    /** The number of a node; NaN, which a reading leaves out, if it is none. */
    private static double number(JsonNode node) {
        return node.isNumber() ? node.doubleValue() : Double.NaN;
    }
}
