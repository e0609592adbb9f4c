package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.app.plan.Refusal;
import dev.dyno.broker.process.BrokerException;
import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.process.BrokerLauncher.Availability;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.Knob;
import dev.dyno.broker.process.ManagedBroker;
import dev.dyno.broker.process.Recipe;
import dev.dyno.broker.process.Recipes;
import dev.dyno.broker.process.Software;
import dev.dyno.cli.options.Candidates;
import dev.dyno.cli.options.SettingLines;
import dev.dyno.driver.setting.Setting;
import dev.dyno.model.config.TargetSettings;
import dev.dyno.report.console.Screen;
import dev.dyno.report.store.Grid;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "broker",
        description = "The brokers that Dyno can start.",
        footer = {"", "Example: dyno broker start artemis --port 61616"})
final class BrokerCommand extends Verb {

    private static final String INDENT = "  ";

    @Override
    int carryOut() {
        return usage();
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "List the brokers, a line each, or show those named.",
            footer = {"", "Example: dyno broker list"})
    int list(@Parameters(paramLabel = "NAME", arity = "0..*", description = "Default: all.") List<String> names)
            throws Refusal {
        if (names != null && !names.isEmpty()) {
            return show(names);
        }
        BrokerLauncher launcher = new BrokerLauncher(home.path());
        List<List<String>> rows = found(List.of()).stream()
                .map(recipe -> List.of(
                        recipe.name(),
                        recipe.version().orElse("-"),
                        place(launcher.availability(recipe)),
                        recipe.description()))
                .toList();
        Grid.aligned(rows, column -> false).forEach(out()::println);
        out().println("dyno broker show NAME describes one.");
        return Exit.GOOD;
    }

    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description = "Show a broker: its version, its needs, and the knobs for --set.",
            footer = {"", "Example: dyno broker show artemis"})
    int show(
            @Parameters(
                            paramLabel = "NAME",
                            completionCandidates = Candidates.Brokers.class,
                            arity = "1..*",
                            description = "A broker that dyno broker list shows.")
                    List<String> names)
            throws Refusal {
        SettingLines lines = lines();
        String between = "";
        for (Recipe recipe : found(names)) {
            out().print(between);
            between = System.lineSeparator();
            String version = recipe.version().map(v -> " " + v).orElse("");
            lines.wrap("", INDENT, recipe.name() + version + ": " + recipe.description() + ".");
            String drivers = String.join(", ", recipe.urls().keySet());
            lines.wrap(INDENT, INDENT, needs(recipe) + " Drivers: " + drivers + ".");
            lines.print(recipe.knobs().values().stream()
                    .<Setting<?>>map(Knob::setting)
                    .toList());
        }
        return Exit.GOOD;
    }

    private static String place(Availability software) {
        return switch (software) {
            case BUNDLED, FETCHED, INSTALLED -> "here";
            case TO_BE_FETCHED -> "to be fetched";
            case NOT_INSTALLED -> "not installed";
        };
    }

    private String needs(Recipe recipe) {
        return switch (new BrokerLauncher(home.path()).availability(recipe)) {
            case BUNDLED -> "Bundled; another version is fetched from Maven repositories on first use.";
            case FETCHED -> "Fetched from Maven repositories, and here already.";
            case TO_BE_FETCHED -> "Fetched from Maven repositories on first use; not here yet.";
            case INSTALLED -> "Needs the program " + program(recipe).program() + ", which is installed.";
            case NOT_INSTALLED ->
                "Needs the program " + program(recipe).program() + ", which is not installed here. "
                        + program(recipe).install();
        };
    }

    private static Software.Installed program(Recipe recipe) {
        return (Software.Installed) recipe.software();
    }

    /** @param names empty = all */
    private List<Recipe> found(List<String> names) throws Refusal {
        List<Recipe> found = new ArrayList<>();
        try {
            Recipes recipes = Recipes.in(home.path());
            for (String name : names.isEmpty() ? recipes.names() : names) {
                found.add(recipes.find(name));
            }
        } catch (BrokerException e) {
            throw new Refusal(e);
        }
        return found;
    }

    @Command(
            name = "start",
            mixinStandardHelpOptions = true,
            description = "Start a broker, print its URLs, and stop it at Ctrl+C.",
            footer = {"", "Example: dyno broker start artemis --port 61616 --set address-full-policy=PAGE"})
    int start(
            @Parameters(
                            paramLabel = "NAME",
                            completionCandidates = Candidates.Brokers.class,
                            defaultValue = TargetSettings.DEFAULT_BROKER,
                            description = "Default: ${DEFAULT-VALUE}.")
                    String name,
            @Option(
                            names = "--set",
                            paramLabel = "KNOB=VALUE",
                            description = "A knob of dyno broker show; may be repeated. Default: as shown there.")
                    Map<String, String> knobs,
            @Option(
                            names = "--heap",
                            paramLabel = "SIZE",
                            description = "Heap of its JVM, like 2g or 512m. Default: that of its recipe.")
                    Optional<String> heap,
            @Option(
                            names = "--host",
                            paramLabel = "ADDRESS",
                            defaultValue = BrokerSpec.LOOPBACK,
                            description = "Listen address, one of this machine; anyone who can reach it can use the"
                                    + " broker. Default: ${DEFAULT-VALUE}.")
                    String host,
            @Option(
                            names = "--port",
                            paramLabel = "0-65535",
                            defaultValue = "0",
                            description = "Its port. Default: a free one.")
                    int port,
            @Option(
                            names = "--data",
                            paramLabel = "DIR",
                            description =
                                    "Folder for its data, which is kept: a new or empty one, or one that it has used"
                                            + " before. Default: a private one, deleted at the end.")
                    Optional<Path> data)
            throws Refusal, BrokerException {
        BrokerSpec wanted = BrokerSpec.of(name).withHost(host).withPort(port);
        for (Map.Entry<String, String> knob :
                (knobs == null ? new LinkedHashMap<String, String>() : knobs).entrySet()) {
            wanted = wanted.withKnob(knob.getKey(), knob.getValue());
        }
        wanted = heap.isPresent() ? wanted.withHeap(heap.get()) : wanted;
        wanted = data.isPresent() ? wanted.withDataDir(data.get()) : wanted;
        return runUntilAsked(wanted);
    }

    private int runUntilAsked(BrokerSpec wanted) throws Refusal, BrokerException {
        PrintWriter out = out();
        Screen screen = screen(out);
        BrokerLauncher launcher = new BrokerLauncher(home.path(), screen::step);
        List<String> problems = launcher.check(wanted);
        if (!problems.isEmpty()) {
            throw new Refusal(problems);
        }
        CompletableFuture<Boolean> asked = new CompletableFuture<>();
        CompletableFuture<Void> interruption = asked.thenRun(Thread.currentThread()::interrupt);
        Signals.endInGoodOrder(() -> asked.complete(true));
        try (ManagedBroker broker = started(launcher, wanted, screen)) {
            // An interrupt would cut the end of a running broker short.
            interruption.cancel(false);
            Thread.interrupted();
            out.printf(Locale.ROOT, "%s %s, process %d%n", broker.name(), broker.version(), broker.pid());
            broker.urls()
                    .forEach((driver, url) -> out.printf(Locale.ROOT, "    --driver %-10s --url %s%n", driver, url));
            broker.pages().forEach((page, url) -> out.printf(Locale.ROOT, "    %s: %s%n", page, url));
            out.println("Ctrl+C stops it.");
            CompletableFuture.anyOf(asked, broker.onExit()).join();
            if (!asked.isDone()) {
                err().println("dyno broker start: the broker ended by itself; the end of its log:");
                broker.lastLogLines(10).forEach(err()::println);
                return Exit.FAILED;
            }
            return Exit.GOOD;
        } catch (InterruptedException e) {
            // Nothing is left of a broker that was not ready yet.
            return Exit.GOOD;
        }
    }

    private static ManagedBroker started(BrokerLauncher launcher, BrokerSpec wanted, Screen screen)
            throws BrokerException, InterruptedException {
        try {
            return launcher.start(wanted);
        } finally {
            screen.print(List.of());
        }
    }
}
