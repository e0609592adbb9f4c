package dev.dyno.report.store;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Fields of {@code run.json} and {@code intervals.jsonl} that earlier versions of Dyno did not write, with the meaning of their
 * absence. A run of such a version is read as if it had them; everything else stays strict.
 *
 * <p>A field may be added here, without a new schema version, only if its absence has one meaning: that there was none of it,
 * because no Dyno of that time could do it. A field with another meaning, or a removed one, needs a new schema version.
 */
final class AddedFields {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /**
     * One field.
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
            // Messages still in the broker, since brokers are asked for them.
            new Added("/ledger", "inBroker", NODES.numberNode(0)),
            // Flame graphs.
            new Added("", "profiles", NODES.arrayNode()),
            // Deliberate backlogs.
            new Added("", "backlog", NODES.nullNode()),
            // Several workers.
            new Added("", "workers", NODES.arrayNode()),
            // Unfinished messages that were due.
            new Added("", "due", NODES.nullNode()),
            // Figures, which can be computed from other fields.
            new Added("", "figures", NODES.objectNode()),
            // Facts used only by the verdict.
            new Added("", "conditions", NODES.nullNode()),
            // Compression of bodies.
            new Added("/conditions", "gzipRatio", NODES.nullNode()),
            // Cause of the first failed send that did not end the run.
            new Added("/conditions", "sendFailure", NODES.nullNode()),
            // Messages of other programs.
            new Added("/conditions", "foreign", NODES.nullNode()),
            // Longest time without a delivery.
            new Added("/conditions", "silentNs", NODES.nullNode()),
            // Unfinished values.
            new Added("/latencies/*", "unfinished", NODES.nullNode()),
            // How a worker left, and whether all its reports arrived.
            new Added("/workers/*", "lost", NODES.nullNode()),
            new Added("/workers/*", "counted", NODES.nullNode()),
            new Added("/workers/*", "reportsMissing", NODES.numberNode(0)),
            // Reasons of a worker, which were in the verdict only.
            new Added("/workers/*", "reasons", NODES.arrayNode()));

    private AddedFields() {}

    /**
     * Adds the fields missing in a line of {@code intervals.jsonl}: in runs of earlier versions, and in seconds without an
     * acknowledgement.
     */
    static JsonNode completeInterval(JsonNode interval) {
        if (interval instanceof ObjectNode object && !object.has("acknowledged")) {
            object.putNull("acknowledged");
        }
        completeCounts(interval);
        return interval;
    }

    /** Adds the bytes, which were not counted. */
    private static void completeCounts(JsonNode any) {
        for (JsonNode counts : any.findParents("foreignClock")) {
            if (counts instanceof ObjectNode object && !object.has("sentBytes")) {
                object.put("sentBytes", 0).put("receivedBytes", 0);
            }
        }
    }

    /** Adds the missing fields. */
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
        // Renamed with the latency.
        for (JsonNode worker : run.path("workers")) {
            if (worker instanceof ObjectNode object && object.has("scheduleDelayP99Ns")) {
                object.set("sendDelayP99Ns", object.remove("scheduleDelayP99Ns"));
            }
        }
        // The wait for the broker's count was part of the building.
        if (run.get("backlog") instanceof ObjectNode backlog && !backlog.has("standsNs")) {
            backlog.set("standsNs", backlog.path("startedNs").deepCopy());
        }
        completeCounts(run);
        return run;
    }
}
