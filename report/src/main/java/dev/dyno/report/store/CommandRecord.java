package dev.dyno.report.store;

import dev.dyno.model.verdict.FindingText;
import dev.dyno.model.verdict.SettingNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Command line of a run and the files that it names, as the user gave them but without secrets.
 *
 * @param commandLine words; {@code env} and the variables that gave options come before {@code dyno}, if there are any
 * @param files texts of the files, by name as given
 */
public record CommandRecord(List<String> commandLine, Map<String, String> files) {

    public CommandRecord {
        commandLine = List.copyOf(commandLine);
        files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
    }

    /**
     * Stores the record in the folder of its run.
     *
     * @throws IOException with a sentence, if it cannot be written
     */
    public void write(Path folder) throws IOException {
        WholeFile.writeJson(folder.resolve(RunFolder.GIVEN), new LineJson.Versioned(this));
    }

    /** Names of settings as this command line has them. */
    public SettingNames names() {
        return SettingNames.of(commandLine, files.values());
    }

    /** Makes sentences of findings that name settings as a command line does; without one, they name flags. */
    public static FindingText text(Optional<CommandRecord> given) {
        return given.map(record -> new FindingText(record.names())).orElse(FindingText.FLAGS);
    }

    /** The command line, quoted for a shell. */
    public String line() {
        return commandLine.stream()
                .map(word -> word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }
}
