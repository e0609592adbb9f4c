package dev.dyno.report.store;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The fields of {@code run.json} and {@code intervals.jsonl} that earlier versions of Dyno did not write, with what their absence means. A run of then is
 * read as if they were there, all else stays strict.
 *
 * <p>A field may be added here, and the schema version stay, only if absence has one meaning: that there was none of it, because
 * no Dyno of that time could do it. What has another meaning, or goes away, needs a new schema version.
 */
final class AddedFields {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /**
     * A field.
     *
     * @param in the object that has it, as a JSON pointer; empty = the document; with * at its end, each element
     */
    private record Added(String in, String name, JsonNode absent) {}

    private static final List<Added> FIELDS = List.of(
            // Resources, faults and the death of a broker.
            new Added("", "resourceCount", NODES.numberNode(0)),
            new Added("", "resources", NODES.arrayNode()),
            new Added("", "faults", NODES.arrayNode()),
            new Added("", "brokerDeath", NODES.nullNode()),
            new Added("/ledger", "notOwed", NODES.numberNode(0)),
            // Brokers are asked what they still have.
            new Added("/ledger", "inBroker", NODES.numberNode(0)),
            // Flame graphs.
            new Added("", "profiles", NODES.arrayNode()),
            // Backlogs that are built on purpose.
            new Added("", "backlog", NODES.nullNode()),
            // Several workers.
            new Added("", "workers", NODES.arrayNode()),
            // Messages that were due and had not come to their end.
            new Added("", "due", NODES.nullNode()),
            // Figures, which can be computed from the rest.
            new Added("", "figures", NODES.objectNode()),
            // Facts that only the verdict rested on.
            new Added("", "conditions", NODES.nullNode()),
            // How well bodies compress.
            new Added("/conditions", "gzipRatio", NODES.nullNode()),
            // Why the first of the sends failed that are counted.
            new Added("/conditions", "sendFailure", NODES.nullNode()),
            // Messages of other programs.
            new Added("/conditions", "foreign", NODES.nullNode()),
            // How long nothing arrived.
            new Added("/conditions", "silentNs", NODES.nullNode()),
            // Values that were not observed to their end.
            new Added("/latencies/*", "unfinished", NODES.nullNode()),
            // How a worker left, and whether all its reports came.
            new Added("/workers/*", "lost", NODES.nullNode()),
            new Added("/workers/*", "counted", NODES.nullNode()),
            new Added("/workers/*", "reportsMissing", NODES.numberNode(0)),
            // Reasons of a worker stood in the verdict only.
            new Added("/workers/*", "reasons", NODES.arrayNode()));

    private AddedFields() {}

    /** Puts in what a line of {@code intervals.jsonl} has not: runs of earlier versions, and seconds without an acknowledgement. */
    static JsonNode completeInterval(JsonNode interval) {
        if (interval instanceof ObjectNode object && !object.has("acknowledged")) {
            object.putNull("acknowledged");
        }
        completeCounts(interval);
        return interval;
    }

    /** Bytes were not counted. */
    private static void completeCounts(JsonNode any) {
        for (JsonNode counts : any.findParents("foreignClock")) {
            if (counts instanceof ObjectNode object && !object.has("sentBytes")) {
                object.put("sentBytes", 0).put("receivedBytes", 0);
            }
        }
    }

    /** Puts in what is not there. */
    static JsonNode complete(JsonNode run) {
        for (Added field : FIELDS) {
            boolean each = field.in.endsWith("/*");
            JsonNode in = run.at(each ? field.in.substring(0, field.in.length() - 2) : field.in);
            for (JsonNode one : each ? in : List.of(in)) {
                if (one instanceof ObjectNode object && !object.has(field.name)) {
                    object.set(field.name, field.absent.deepCopy());
                }
            }
        }
        // Named after the latency of today.
        for (JsonNode worker : run.path("workers")) {
            if (worker instanceof ObjectNode object && object.has("scheduleDelayP99Ns")) {
                object.set("sendDelayP99Ns", object.remove("scheduleDelayP99Ns"));
            }
        }
        // The wait for the broker's count was taken for a part of the building.
        if (run.get("backlog") instanceof ObjectNode backlog && !backlog.has("standsNs")) {
            backlog.set("standsNs", backlog.path("startedNs").deepCopy());
        }
        completeCounts(run);
        return run;
    }
}
