package dev.dyno.broker.process;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Runs the processes of one broker from an image, each in a container of its own that is removed at its end. Unless the image
 * publishes ports, a container has the data folder at the same path, this machine's network and the tool's user, so
 * configuration, ports and files are those of an installed program.
 */
final class Container {

    private final Path engine;
    private final String name;
    private final Software.Image image;
    private final String label = "dyno=" + HexFormat.of().toHexDigits(new SecureRandom().nextLong());
    private final AtomicInteger started = new AtomicInteger();

    Container(Path engine, String name, Software.Image image) {
        this.engine = engine;
        this.name = name;
        this.image = image;
    }

    /** The engine of this machine; empty = none is on the PATH. */
    static Optional<Path> engine() {
        return Programs.onPath("podman").or(() -> Programs.onPath("docker"));
    }

    /** Makes the engine fetch the image if it is missing, and reads the broker's version from it. */
    static Installation of(
            Path engine, Recipe recipe, Software.Installed software, String version, LaunchListener listener)
            throws BrokerException, InterruptedException {
        Software.Image from = software.image().orElseThrow();
        String where = "broker " + recipe.name() + ": ";
        String image = from.name().replace("${version}", version);
        String command = engine.toString();
        try {
            if (answer(engine, where, recipe.readyWithin(), "image", "inspect", "--format", "{{.Id}}", image)
                    .isEmpty()) {
                String step = "fetching the image " + image + " by " + engine.getFileName();
                Optional<String> failure = OtherVersions.failure(List.of(command, "pull", image), step, listener);
                if (failure.isPresent()) {
                    throw new BrokerException(
                            where + engine.getFileName() + " cannot fetch the image " + image + ": " + failure.get());
                }
            }
        } catch (IOException e) {
            throw new BrokerException(where + engine + " cannot be run: " + e, e);
        }
        Container container = new Container(engine, image, from);
        Optional<String> found = Optional.empty();
        if (!from.versionCommand().isEmpty()) {
            found = Programs.version(software, container.run(List.of("--network", "none"), from.versionCommand()));
        }
        Path program = Path.of(from.entrypoint().orElse(""));
        return new Installation(
                List.of(), Optional.of(program), found.or(() -> Optional.of(version)), Optional.of(container));
    }

    /**
     * Output of a command of the engine; empty if the command fails, for example because there is no such image.
     *
     * @param where beginning of a sentence about the broker
     */
    static Optional<String> answer(Path engine, String where, Duration limit, String... question)
            throws BrokerException, IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(engine.toString()));
        command.addAll(List.of(question));
        Process asked =
                new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
        try {
            // Waits before it reads, because reading from a pipe cannot be interrupted. The one line fits into a pipe.
            if (!asked.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                String name = String.valueOf(engine.getFileName());
                throw new BrokerException(where + name + " did not answer within " + limit.toMillis()
                        + " ms. See whether " + name + " ps does, and restart its service if not.");
            }
            String answer = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return asked.exitValue() == 0 ? Optional.of(answer) : Optional.empty();
        } finally {
            asked.destroyForcibly();
        }
    }

    Software.Image image() {
        return image;
    }

    /**
     * Starts the engine's client, which waits for {@link Launch#letRun} before it makes the container. An empty first word of the
     * command stands for the image's own program.
     */
    ContainedProcess start(ProcessBuilder builder, List<String> options, Map<String, String> environment)
            throws IOException {
        String container = label.replace('=', '-') + "-" + started.incrementAndGet();
        List<String> words = new ArrayList<>(options);
        words.addAll(List.of("--interactive", "--name", container, "--label", label));
        environment.forEach((key, value) -> {
            boolean secret = key.contains("COOKIE");
            if (secret) {
                // Other users see the words of a command, but not its variables.
                builder.environment().put(key, value);
            }
            words.addAll(List.of("--env", secret ? key : key + "=" + value));
        });
        Process client =
                builder.command(Launch.waiting(run(words, builder.command()))).start();
        return new ContainedProcess(client, engine, container);
    }

    /** Options for network, data folder and user of this machine; with a rootless engine that user is root in the container. */
    List<String> likeAProgram(DataFolder data, List<String> files) {
        String folder = data.path().toString();
        List<String> options = new ArrayList<>(List.of("--network", "host", "--user", "0:0"));
        options.addAll(List.of("--security-opt", "label=disable", "--workdir", folder));
        options.addAll(List.of("--volume", folder + ":" + folder));
        files.forEach(file -> options.addAll(List.of("--volume", file + ":" + file + ":ro")));
        return options;
    }

    /** Options for a network of its own with published ports. */
    List<String> published(List<String> ports) {
        return ports.stream().flatMap(port -> Stream.of("--publish", port)).toList();
    }

    private List<String> run(List<String> options, List<String> command) {
        List<String> words = new ArrayList<>(List.of(engine.toString(), "run", "--rm"));
        words.addAll(options);
        if (!command.get(0).isEmpty()) {
            words.addAll(List.of("--entrypoint", command.get(0)));
        }
        words.add(name);
        words.addAll(command.subList(1, command.size()));
        return words;
    }

    /** Arguments of the shell command that removes the container if the tool dies. */
    List<String> removal() {
        return List.of(engine.toString(), label);
    }
}
