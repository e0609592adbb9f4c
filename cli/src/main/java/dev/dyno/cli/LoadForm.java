package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.options.EnvironmentDefaults;
import dev.dyno.driver.Secrets;
import dev.dyno.model.config.LoadSetting;
import dev.dyno.report.live.LiveServer.Answer;
import dev.dyno.report.store.LineJson;
import dev.dyno.report.store.Roles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.OptionSpec;

/** Form of a load, made of the declared settings of {@code dyno client}, and the start of the load in a process of its own. */
final class LoadForm {

    private static final String DESTINATION = "destination";
    private static final int AT_ONCE_SECONDS = 3;
    private static final Pattern ADDRESS = Pattern.compile("Live at (http://\\S+)");

    private final Path runs;
    private final Map<String, OptionSpec> options = new LoadCommand(Roles.BOTH)
            .commandLine().getCommandSpec().options().stream()
                    .filter(option -> option.userObject() instanceof LoadSetting)
                    .collect(Collectors.toMap(
                            OptionSpec::longestName, Function.identity(), (one, same) -> one, LinkedHashMap::new));

    LoadForm(Path runs) {
        this.runs = runs;
    }

    private record Field(String flag, String part, boolean often, boolean several, String value, String words) {

        static Field of(OptionSpec option) {
            LoadSetting<?, ?> setting = (LoadSetting<?, ?>) option.userObject();
            return new Field(
                    option.longestName(),
                    setting.helpPart().title(),
                    setting.isOften(),
                    option.isMultiValue(),
                    option.arity().max() == 0 ? "" : option.paramLabel(),
                    String.join(" ", option.description()).replace("%%", "%"));
        }
    }

    /** The fields, in the order of the help. */
    Answer fields() {
        return Answer.json(LineJson.of(Map.of(
                        "fields", options.values().stream().map(Field::of).toList()))
                .getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Starts a load, and answers with the address of its page.
     *
     * @param given values by flag: {@code true} for a flag without a value, a line for each value of a flag that is repeated;
     *     destinations are separated by spaces
     * @throws IllegalArgumentException with the sentences of the load, if it was refused or failed at once
     */
    Answer start(Map<String, String> given) throws IOException, InterruptedException {
        Process load = command(given).start();
        load.getOutputStream().close();
        BufferedReader lines = new BufferedReader(new InputStreamReader(load.getInputStream(), StandardCharsets.UTF_8));
        List<String> said = Collections.synchronizedList(new ArrayList<>());
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            said.add(line);
            Matcher address = ADDRESS.matcher(line);
            if (address.find()) {
                Thread rest = new Thread(() -> lines.lines().forEach(said::add), "load");
                rest.setDaemon(true);
                rest.start();
                // A load that fails at once, like one whose connection is refused, is not stored, and its page is gone
                // before it is read.
                if (!load.waitFor(AT_ONCE_SECONDS, TimeUnit.SECONDS) || load.exitValue() != Exit.FAILED) {
                    return Answer.json(
                            LineJson.of(Map.of("url", address.group(1))).getBytes(StandardCharsets.UTF_8));
                }
                rest.join();
            }
        }
        throw new IllegalArgumentException(String.join("\n", said) + "\n");
    }

    private ProcessBuilder command(Map<String, String> given) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Passes on the garbage collector and other flags that bin/dyno chooses, as for a load from the command line.
        words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        words.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "client",
                "--ui",
                "--runs=" + runs));
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        given.forEach((flag, value) -> {
            OptionSpec option = options.get(flag);
            String word = flag + "=" + value;
            if (option != null && !Secrets.withoutSecrets(word).equals(word)) {
                // Other users of the machine see words of a command, but not its variables, which have one value each.
                if (value.strip().contains("\n")) {
                    throw new IllegalArgumentException(
                            flag + "; has a secret among several lines; give the secret by a file.");
                }
                builder.environment().put(EnvironmentDefaults.twinOf(flag), value);
            } else if (option != null) {
                // Where a value has several words, like that of a fault, the last one is the rest of the line.
                int many = option.arity().max();
                value.lines()
                        .map(line -> many == 0 ? flag : flag + "=" + line.strip())
                        .flatMap(line -> Stream.of(line.split("\\s+", Math.max(1, many))))
                        .forEach(words::add);
            } else if (!flag.equals(DESTINATION)) {
                throw new IllegalArgumentException(flag + "; is no setting of a load.");
            }
        });
        words.add("--");
        given.getOrDefault(DESTINATION, "")
                .lines()
                .flatMap(line -> Stream.of(line.strip().split("\\s+")))
                .forEach(words::add);
        return builder;
    }
}
