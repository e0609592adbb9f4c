package dev.dyno.broker.process;

import dev.dyno.model.result.FileReason;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Starts the processes of one broker: a plan with its files, ports and data folder. A started process waits for {@link #letRun}
 * and then becomes the program, with the same process id.
 *
 * <p>The processes ignore SIGINT and SIGHUP, and have a process group of their own where the machine supports that, so that they
 * outlive an interrupt of the tool: the tool still needs its broker for the drain.
 */
record Launch(Path home, LaunchPlan plan, Installation installation, DataFolder data, Ports ports) {

    /** Shell command that waits for {@link #letRun}. */
    private static final String WAIT = "read -r _ && exec \"$@\"";

    /** Copy with the ports that are known by now. */
    Launch on(Ports known) {
        return new Launch(home, plan, installation, data, known);
    }

    Recipe recipe() {
        return plan.recipe();
    }

    /** Mark for the data folder, with these running processes. */
    DataMark mark(List<ProcessHandle> processes) {
        // A broker that chooses its ports itself chooses others the next time.
        return new DataMark(
                plan.nameWith(installation.version()),
                plan.speaksForItself() ? Map.of() : ports.byName(),
                Leftovers.identities(processes));
    }

    void writeTemplates() throws BrokerException {
        Placeholders placeholders = placeholders();
        for (String template : recipe().templates()) {
            Path source = recipe().folder().resolve(template);
            try {
                String filled = placeholders.fillFile(source, Files.readString(source, StandardCharsets.UTF_8));
                Path target = data.path().resolve(template);
                Files.createDirectories(target.resolveSibling(""));
                // A folder that the user named may be readable by others, and the file may hold passwords.
                Files.deleteIfExists(target);
                Files.createFile(target, DataFolder.ownerOnly("rw-------"));
                Files.writeString(target, filled, StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new BrokerException(plan.where() + "cannot write its configuration: " + FileReason.of(e), e);
            }
        }
    }

    Process start(Step step) throws BrokerException {
        if (step.main().isEmpty()) {
            requireProgram(step.words());
        }
        return start(command(step));
    }

    Process start(Companion companion) throws BrokerException {
        requireProgram(companion.command());
        return start(filled(companion.command()));
    }

    /** Checks that a program that the recipe calls by its name alone is installed. */
    private void requireProgram(List<String> command) throws BrokerException {
        String program = command.get(0);
        boolean byName = installation.container().isEmpty() && !program.contains("/") && !program.contains("$");
        if (byName && recipe().software() instanceof Software.Installed software) {
            Programs.requireOnPath(recipe(), software, program);
        }
    }

    /** Steps that the knobs ask for. */
    List<Step> steps() {
        return recipe().prepare().stream()
                .filter(step -> step.when()
                        .map(knob -> "true".equals(plan.knobs().get(knob)))
                        .orElse(true))
                .toList();
    }

    List<String> broker() throws BrokerException {
        if (installation.program().isPresent()) {
            List<String> command = new ArrayList<>();
            command.add(installation.program().get().toString());
            command.addAll(filled(recipe().arguments()));
            return command;
        }
        List<String> flags = new ArrayList<>(filled(jvm().flags()));
        flags.addAll(plan.heapAndUserFlags());
        return java(flags, jvm().main(), recipe().arguments());
    }

    List<String> command(Step step) throws BrokerException {
        return step.main().isPresent()
                ? java(filled(jvm().flags()), step.main().get(), step.words())
                : filled(step.words());
    }

    /** The check with its placeholders filled in. */
    Readiness filled(Readiness ready) throws BrokerException {
        Optional<Readiness.Handshake> tcp = Optional.empty();
        if (ready.tcp().isPresent()) {
            Readiness.Handshake given = ready.tcp().get();
            tcp = Optional.of(new Readiness.Handshake(
                    filled(given.port()), filled(given.tls()), filled(given.send()), filled(given.expect())));
        }
        return new Readiness(
                ready.log(),
                ready.http().isPresent() ? Optional.of(filled(ready.http().get())) : Optional.empty(),
                tcp);
    }

    /** URLs by driver name, without those that the knobs leave out. */
    Map<String, String> urls() throws BrokerException {
        return filled(recipe().urls());
    }

    /** Pages by name, without those that the knobs leave out. */
    Map<String, String> pages() throws BrokerException {
        return filled(recipe().pages());
    }

    private Map<String, String> filled(Map<String, String> texts) throws BrokerException {
        Map<String, String> filled = new LinkedHashMap<>();
        for (Map.Entry<String, String> text : texts.entrySet()) {
            filled(List.of(text.getValue())).forEach(value -> filled.put(text.getKey(), value));
        }
        return filled;
    }

    private List<String> java(List<String> flags, String main, List<String> arguments) throws BrokerException {
        List<String> command = new ArrayList<>();
        command.add(Jars.java());
        command.addAll(flags);
        command.add("-cp");
        command.add(Jars.path(installation.classPath()));
        command.add(main);
        command.addAll(filled(arguments));
        return command;
    }

    /** Command of a program that ignores SIGINT and SIGHUP, in a process group of its own if the machine supports that. */
    static List<String> detached(List<String> program) {
        return detached("exec \"$@\"", program);
    }

    /** Command of a {@link #detached} program that starts only at {@link #letRun}, or never if the tool dies before. */
    static List<String> waiting(List<String> program) {
        return detached(WAIT, program);
    }

    private static List<String> detached(String script, List<String> program) {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", "trap '' INT HUP; " + script, "sh"));
        Programs.onPath("setsid").ifPresent(setsid -> command.add(setsid.toString()));
        command.addAll(program);
        return command;
    }

    Process start(List<String> command) throws BrokerException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(data.path().toFile())
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(data.log().toFile()));
        try {
            if (installation.container().isPresent()) {
                return startIn(installation.container().get(), builder);
            }
            builder.environment().putAll(filled(recipe().environment()));
            // The umask keeps the broker's files private, too. In a container, the engine decides about them.
            return builder.command(detached("umask 077; " + WAIT, command)).start();
        } catch (IOException e) {
            throw new BrokerException(plan.where() + "cannot start its process: " + e.getMessage(), e);
        }
    }

    /** Runs the program of a started process, which has waited until the watch knows its id. */
    static void letRun(Process started) {
        try {
            started.getOutputStream().write('\n');
            started.getOutputStream().flush();
        } catch (IOException e) {
            // Others have ended the process; the wait for its readiness reports that.
        }
    }

    private Process startIn(Container container, ProcessBuilder builder) throws BrokerException, IOException {
        List<String> files = recipe().knobs().values().stream()
                .filter(knob -> knob.type() == Knob.Type.FILE && plan.knobs().containsKey(knob.name()))
                .map(knob -> plan.knobs().get(knob.name()))
                .toList();
        List<String> options = container.image().publish().isEmpty()
                ? container.likeAProgram(data, files)
                : container.published(filled(container.image().publish()));
        return container.start(builder, options, filled(recipe().environment()));
    }

    List<String> filled(List<String> texts) throws BrokerException {
        return placeholders().fillAll(texts, file());
    }

    /** Fills a text that needs a value for every placeholder. */
    private String filled(String text) throws BrokerException {
        List<String> filled = filled(List.of(text));
        if (filled.isEmpty()) {
            throw new BrokerException(file() + ": " + text + " names a knob that has no value.");
        }
        return filled.get(0);
    }

    private String file() {
        return recipe().folder().resolve("recipe.yaml").toString();
    }

    private Software.Jvm jvm() {
        return plan.jvm().orElseThrow();
    }

    private Placeholders placeholders() {
        Map<String, String> values = new HashMap<>(plan.knobs());
        values.put("home", home.toString());
        values.put("data", data.path().toString());
        values.put("host", plan.address().text());
        values.put("interface", plan.address().networkInterface());
        values.put("random", HexFormat.of().toHexDigits(new SecureRandom().nextLong()));
        values.put("version", installation.version().orElse(""));
        ports.byName().forEach((name, port) -> values.put(name, Integer.toString(port)));
        installation.program().ifPresent(program -> values.putAll(Programs.placeholders(program)));
        return new Placeholders(recipe().knobs().keySet(), values);
    }
}
