package dev.dyno.report.store;

import dev.dyno.model.result.Finding;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Converts findings stored by versions that kept their sentences instead of their values. */
public final class OldFindings {

    private static final String REASONS = "reasons";

    private OldFindings() {}

    /** Converts {@code run.json} of schema version 2, which also had no causes of broken connections and no wake-ups. */
    static void inRun(ObjectNode run) {
        ObjectNode verdict = (ObjectNode) run.path("verdict");
        inReasons(verdict);
        verdict.set("findings", verdict.remove(REASONS));
        run.path("workers").forEach(OldFindings::inReasons);
        if (run.path("conditions") instanceof ObjectNode conditions) {
            conditions.putNull("wakeUps");
        }
        run.path("faults").forEach(fault -> ((ObjectNode) fault.path("reconnects")).putNull("cause"));
    }

    /** Converts the reasons of an object, which are findings or texts of the form {@code code: sentence}. */
    public static void inReasons(JsonNode holder) {
        ArrayNode reasons = (ArrayNode) holder.path(REASONS);
        for (int i = 0; i < reasons.size(); i++) {
            JsonNode old = reasons.get(i);
            if (old.isString()) {
                String[] parts = old.stringValue().split(": ", 2);
                reasons.set(i, finding(Finding.Level.SUSPECT.name(), parts[0], parts[parts.length - 1]));
            } else if (old.has(Finding.SENTENCE)) {
                reasons.set(i, finding(text(old, "level"), text(old, "code"), text(old, Finding.SENTENCE)));
            }
        }
    }

    private static String text(JsonNode old, String field) {
        return old.path(field).stringValue();
    }

    private static JsonNode finding(String level, String code, String sentence) {
        return StrictJson.MAPPER.valueToTree(Finding.of(Finding.Level.valueOf(level), code, sentence));
    }
}
