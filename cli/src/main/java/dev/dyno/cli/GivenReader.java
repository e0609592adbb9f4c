package dev.dyno.cli;

import dev.dyno.driver.Secrets;
import dev.dyno.report.store.CommandRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Reads a command line with the variables and files of settings that it uses, without secrets. */
final class GivenReader {

    private static final Pattern SETTINGS = Pattern.compile(".*\\.(ya?ml|json|properties)", Pattern.CASE_INSENSITIVE);

    /** Maximum size in bytes of a stored file: a file of settings has some hundred lines. */
    private static final long MAX_BYTES = 1 << 20;

    private GivenReader() {}

    /**
     * @param variables of the environment that give options
     * @param arguments of {@code dyno}, as typed
     * @param options whether a word is an option of the command: one that follows the option of a secret is not the secret, for
     *     which the user was then asked
     */
    static CommandRecord read(Map<String, String> variables, List<String> arguments, Predicate<String> options) {
        List<String> words = new ArrayList<>(variables.isEmpty() ? List.of() : List.of("env"));
        Map<String, String> files = new LinkedHashMap<>();
        variables.forEach((name, value) -> {
            words.add(name + "=" + (Secrets.isSecret(name) ? Secrets.HIDDEN : Secrets.withoutSecrets(value)));
            if (!Secrets.isSecret(name)) {
                addFile(value, files);
            }
        });
        words.add("dyno");
        boolean secretFollows = false;
        for (String argument : arguments) {
            secretFollows &= !options.test(argument.replaceFirst("=.*", ""));
            words.add(secretFollows ? Secrets.HIDDEN : Secrets.withoutSecrets(argument));
            boolean isOption = argument.startsWith("-") && !argument.contains("=");
            boolean isSecret = argument.startsWith("-") && Secrets.isSecret(argument.replaceFirst("=.*", ""));
            if (!secretFollows && !isOption && !isSecret) {
                addFile(argument.replaceFirst("^--[^=]*=", ""), files);
            }
            secretFollows = isOption && Secrets.isSecret(argument);
        }
        return new CommandRecord(words, files);
    }

    /**
     * Adds the content of a file of settings, or a note if it cannot be read; leaves out a large one. The run has the settings in
     * any case, because the file was read when it was used.
     */
    private static void addFile(String name, Map<String, String> files) {
        try {
            if (SETTINGS.matcher(name).matches() && Files.isRegularFile(Path.of(name))) {
                byte[] bytes = Files.readAllBytes(Path.of(name));
                if (bytes.length <= MAX_BYTES) {
                    files.put(name, Secrets.withoutSecrets(new String(bytes, StandardCharsets.UTF_8)));
                }
            }
        } catch (IOException e) {
            files.put(name, "(cannot be read)");
        }
    }
}
