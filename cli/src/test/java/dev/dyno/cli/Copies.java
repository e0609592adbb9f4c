package dev.dyno.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Copies of a stored run that say something else: what a run on a busy machine came to is no matter to a test. */
final class Copies {

    private static final String RUN = "run.json";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path place;
    private final Path original;
    private Instant started = Instant.parse("2026-11-21T00:00:00Z");

    /** Makes copies of the only run in a folder of runs. */
    Copies(Path place) throws IOException {
        this.place = place;
        original = Listing.of(place).get(0);
    }

    /** A valid run with other numbers: messages of the measured phase, and end-to-end percentiles. */
    void valid(String id, long messages, double millis) throws IOException {
        valid(id, messages, millis, run -> {});
    }

    /** A valid run with other numbers, changed further. */
    void valid(String id, long messages, double millis, Consumer<ObjectNode> change) throws IOException {
        copy(id, run -> {
            ObjectNode measured = (ObjectNode) run.get("measured");
            measured.put("received", messages);
            ObjectNode latency = (ObjectNode) run.get("latencies").get("end-to-end");
            for (String percentile : new String[] {"p50Ns", "p99Ns", "p999Ns"}) {
                latency.put(percentile, Math.round(millis * 1e6));
            }
            change.accept(run);
        });
    }

    /** A valid run, made after the copies before, changed further. */
    void copy(String id, Consumer<ObjectNode> change) throws IOException {
        ObjectNode run = (ObjectNode) JSON.readTree(original.resolve(RUN).toFile());
        run.put("runId", id);
        run.put("started", started.toString());
        started = started.plusSeconds(1);
        run.put("measuredNs", 1_000_000_000L);
        ObjectNode verdict = (ObjectNode) run.get("verdict");
        verdict.put("level", "VALID");
        verdict.putArray("findings");
        change.accept(run);
        Path copy = Files.createDirectory(place.resolve("20261121-000000-copy-" + id));
        JSON.writeValue(copy.resolve(RUN).toFile(), run);
    }
}
