package dev.dyno.report.store;

import dev.dyno.model.verdict.RunMark;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The marks of a stored run: a line of JSON for each, oldest first. Written whole to a temporary file that is moved. */
final class MarksFile {

    private MarksFile() {}

    private record MarkJson(int schemaVersion, String mark, String comment, Instant at) {}

    static void add(Path folder, List<RunMark> before, RunMark mark) throws IOException {
        String lines = Stream.concat(before.stream(), Stream.of(mark))
                .map(each -> new MarkJson(RunFolder.SCHEMA_VERSION, each.kind().word(), each.comment(), each.at()))
                .map(json -> LineJson.of(json) + '\n')
                .collect(Collectors.joining());
        WholeFile.write(folder.resolve(RunFolder.MARKS), lines);
    }

    /** @throws IllegalArgumentException if the line is not a mark */
    static RunMark read(JsonNode line) {
        MarkJson json = StrictJson.MAPPER.treeToValue(line, MarkJson.class);
        for (RunMark.Kind kind : RunMark.Kind.values()) {
            if (kind.word().equals(json.mark())) {
                return new RunMark(kind, json.comment(), json.at());
            }
        }
        throw new IllegalArgumentException("there is no mark named " + json.mark());
    }
}
