package dev.dyno.cli;

import dev.dyno.model.config.LoadSetting;
import dev.dyno.report.live.LiveServer.Answer;
import dev.dyno.report.store.LineJson;
import dev.dyno.report.store.Roles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.OptionSpec;

/** Form of a load, made of the declared settings of {@code dyno client}, and the start of the load in a process of its own. */
final class LoadForm {

    private static final String DESTINATION = "destination";
    private static final Pattern ADDRESS = Pattern.compile("Live at (http://\\S+)");

    private final Path home;
    private final Path runs;
    private final Map<String, OptionSpec> options = new LoadCommand(Roles.BOTH)
            .commandLine().getCommandSpec().options().stream()
                    .filter(option -> option.userObject() instanceof LoadSetting)
                    .collect(Collectors.toMap(
                            OptionSpec::longestName, Function.identity(), (one, same) -> one, LinkedHashMap::new));

    LoadForm(Path home, Path runs) {
        this.home = home;
        this.runs = runs;
    }

    private record Field(String flag, String part, boolean often, String value, String words) {

        static Field of(OptionSpec option) {
            LoadSetting<?, ?> setting = (LoadSetting<?, ?>) option.userObject();
            return new Field(
                    option.longestName(),
                    setting.helpPart().title(),
                    setting.isOften(),
                    option.arity().max() == 0 ? "" : option.paramLabel(),
                    String.join(" ", option.description()));
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
     * @param given values by flag, {@code true} of a flag without a value; destinations with spaces between
     * @throws IllegalArgumentException with the sentences of the load, if it ended before it had a page
     */
    Answer start(Map<String, String> given) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Ddyno.home=" + home,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "client",
                "--ui",
                "--runs=" + runs));
        given.forEach((flag, value) -> {
            OptionSpec option = options.get(flag);
            if (option != null) {
                words.add(option.arity().max() == 0 ? flag : flag + "=" + value);
            } else if (!flag.equals(DESTINATION)) {
                throw new IllegalArgumentException(flag + "; is no setting of a load.");
            }
        });
        words.add("--");
        given.getOrDefault(DESTINATION, "")
                .lines()
                .flatMap(line -> Stream.of(line.strip().split("\\s+")))
                .forEach(words::add);
        Process load = new ProcessBuilder(words).redirectErrorStream(true).start();
        load.getOutputStream().close();
        BufferedReader lines = new BufferedReader(new InputStreamReader(load.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder said = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher address = ADDRESS.matcher(line);
            if (address.find()) {
                Thread rest = new Thread(() -> lines.lines().forEach(unread -> {}), "load");
                rest.setDaemon(true);
                rest.start();
                return Answer.json(LineJson.of(Map.of("url", address.group(1))).getBytes(StandardCharsets.UTF_8));
            }
            said.append(line).append('\n');
        }
        throw new IllegalArgumentException(said.toString());
    }
}
