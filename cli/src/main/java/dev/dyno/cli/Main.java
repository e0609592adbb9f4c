package dev.dyno.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;

import dev.dyno.app.execute.CannotRun;
import dev.dyno.app.execute.Exit;
import dev.dyno.app.execute.OutputFormat;
import dev.dyno.app.plan.Refusal;
import dev.dyno.broker.process.BrokerException;
import dev.dyno.cli.options.EnvironmentDefaults;
import dev.dyno.cli.options.LoadHelp;
import dev.dyno.cli.options.SettingFlags;
import dev.dyno.cluster.group.GroupException;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Secrets;
import dev.dyno.engine.record.Failure;
import dev.dyno.engine.run.Build;
import dev.dyno.report.store.Roles;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The command {@code dyno}, whose subcommands are the verbs. */
@Command(
        name = "dyno",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        description =
                "The dynamometer for message brokers: puts a measured load on a broker and says, with a verdict, what it did.",
        synopsisSubcommandLabel = "VERB",
        commandListHeading = "%n",
        footer = {
            "",
            "Example: dyno client queue://TEST_QUEUE --rate 1000 --duration 15",
            "perf client, perf producer, …: with the options and the lines of artemis perf.",
            "Each option has a variable, too: --max-pending is DYNO_MAX_PENDING.",
            "Exit: 0 good, 1 failed, 2 usage, 3 worse than allowed, 4 INVALID or undecided."
        })
final class Main implements Runnable {

    /** Verbs by task, one line each, for the help of {@code dyno} itself. */
    private static final String TASKS = """
            Measure
              client               a load that options describe, sent and received
              producer, consumer   one side of it
              capacity             the highest rate that holds, and what limits it
              run                  workload files, each on each broker
              suite                each kind of traffic on one broker
              study                a matrix of runs, with its table and charts
              compare              two setups in turns, or stored runs
            Read results
              explain              a reason of a verdict, and what to do
              history, ui, query   the stored runs, as a list, in a browser, or in SQL
              report               pages, charts and tables of stored runs
              gate                 fail where a run is worse than a baseline
            Prepare
              broker, driver       what Dyno can start and reach, with all settings
              validate             what is wrong with a workload or study file
              selftest             what Dyno itself costs here, and whether it is right
              worker               a share of a load, on one of several machines
              completion, help     for the shell, for a verb
            """;

    private static final List<Class<?>> OTHER_VERBS = List.of(
            RunCommand.class,
            WorkerCommand.class,
            StudyCommand.class,
            SuiteCommand.class,
            ValidateCommand.class,
            ReportCommand.class,
            HistoryCommand.class,
            UiCommand.class,
            QueryCommand.class,
            CompareCommand.class,
            GateCommand.class,
            ExplainCommand.class,
            BrokerCommand.class,
            DriverCommand.class,
            SelftestCommand.class,
            CompletionCommand.class,
            CommandLine.HelpCommand.class);

    /** Verbs that need all the others. */
    private static final List<String> ABOUT_ALL = List.of("completion", "help");

    /** Options of {@code dyno} itself, in whose answers the verbs are a text. */
    private static final List<String> ABOUT_NONE = List.of("--help", "-h", "--version", "-V");

    private static final Map<String, Supplier<Stream<OptionSpec>>> BESIDE_FILES = Map.of(
            "run", SettingFlags::ofRun,
            "study", SettingFlags::ofSeveralRuns,
            "suite", SettingFlags::ofSeveralRuns,
            "compare", SettingFlags::ofSeveralRuns);

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    private Main() {}

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    public static void main(String[] args) {
        PrintStream out = new PrintStream(
                new LinesWithoutPasswords(System.out, Secrets::withoutRemembered), false, StandardCharsets.UTF_8);
        PrintStream err =
                new PrintStream(new LinesWithoutPasswords(System.err, Secrets::inText), true, StandardCharsets.UTF_8);
        // Client libraries write their logs to System.err.
        System.setErr(err);
        // The parser would warn of a quotation mark in a password, and show the password.
        CommandLine.tracer().setLevel(CommandLine.TraceLevel.OFF);
        if ("dumb".equals(System.getenv("TERM"))) {
            // A dumb terminal would print ANSI escape codes as text.
            System.getProperties().putIfAbsent("picocli.ansi", "false");
        }
        int status = execute(out, err, System.getenv(), args);
        out.flush();
        System.exit(System.out.checkError() ? Math.max(status, Exit.FAILED) : status);
    }

    /** Runs a command line and returns its exit status. */
    static int execute(PrintStream out, PrintStream err, Map<String, String> environment, String... typed) {
        // The word perf may come first, for users of "artemis perf client".
        String[] args =
                typed.length > 1 && typed[0].equals("perf") ? Arrays.copyOfRange(typed, 1, typed.length) : typed;
        List<String> unread = unread(environment, typed);
        if (!unread.isEmpty()) {
            unread.forEach(err::println);
            return Exit.USAGE;
        }
        CommandLine commandLine = commandLine(
                args == typed ? environment : asInArtemisPerf(environment), args.length == 0 ? "" : args[0]);
        commandLine.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
        commandLine.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
        commandLine.setExecutionStrategy(Main::refuseOrRun);
        commandLine.setParameterExceptionHandler((e, unused) -> {
            CommandSpec spec = e.getCommandLine().getCommandSpec();
            return RefusalText.print(new Refusal(ParseProblems.sentencesOf(spec, e)), spec);
        });
        commandLine.setExecutionExceptionHandler((e, verb, parsed) -> {
            CommandSpec spec = verb.getCommandSpec();
            if (e instanceof Refusal || e instanceof DriverException) {
                return RefusalText.print(e instanceof Refusal refusal ? refusal : new Refusal(e), spec);
            }
            if (isForUsers(e)) {
                verb.getErr().println(spec.qualifiedName() + ": " + e.getMessage());
                return e instanceof CannotRun cannot ? cannot.status() : Exit.FAILED;
            }
            err.println("dyno: internal error, please report it:");
            e.printStackTrace(err);
            return Exit.FAILED;
        });
        int status;
        try {
            status = commandLine.execute(args);
        } catch (Error e) {
            err.println("dyno: " + Failure.sentenceOf(e) + ".");
            status = Exit.FAILED;
        }
        commandLine.getOut().flush();
        return status;
    }

    /** Defaults for {@code perf}: without a warm-up, and with output for programs, as in artemis perf. */
    private static Map<String, String> asInArtemisPerf(Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        Map.of("--warmup", "0", "--format", OutputFormat.ARTEMIS_PERF.toString())
                .forEach((option, there) -> all.merge(
                        EnvironmentDefaults.twinOf(option), there, (given, none) -> given.isBlank() ? none : given));
        return all;
    }

    /** Sentences about arguments and variables with letters that the JVM could not read in its locale and has replaced. */
    private static List<String> unread(Map<String, String> environment, String... typed) {
        return Stream.concat(
                        IntStream.range(0, typed.length).mapToObj(i -> Map.entry("argument " + (i + 1), typed[i])),
                        environment.entrySet().stream()
                                .filter(variable -> variable.getKey().startsWith(EnvironmentDefaults.PREFIX)
                                        || List.of("HOME", "PWD").contains(variable.getKey())))
                .filter(given -> given.getValue().indexOf('\uFFFD') >= 0)
                // Leaves out the value, which may contain a password.
                .map(given -> "dyno: " + given.getKey()
                        + " has letters that Java cannot read in this locale; set LC_ALL=C.UTF-8.")
                .toList();
    }

    /** Whether the message of an exception is a sentence for users, who can cause it. */
    private static boolean isForUsers(Exception e) {
        return e instanceof CannotRun
                || e instanceof IOException
                || e instanceof InvalidPathException
                || e instanceof BrokerException
                || e instanceof GroupException;
    }

    /** All verbs and options, ready to parse, without the environment. */
    static CommandLine commandLine() {
        return commandLine(Map.of(), "");
    }

    /**
     * The verbs that an answer needs: making the options of all takes longer than printing a help.
     *
     * @param word first word typed
     */
    private static Collection<Supplier<?>> verbsFor(String word) {
        if (ABOUT_NONE.contains(word)) {
            return List.of(() -> CommandLine.HelpCommand.class);
        }
        Map<String, Supplier<?>> verbs = new LinkedHashMap<>();
        for (Roles roles : List.of(Roles.BOTH, Roles.PRODUCERS, Roles.CONSUMERS)) {
            verbs.put(LoadCommand.nameOf(roles), () -> new LoadCommand(roles).commandLine());
        }
        verbs.put(CapacityCommand.NAME, () -> new CapacityCommand().commandLine());
        OTHER_VERBS.forEach(verb -> verbs.put(verb.getAnnotation(Command.class).name(), () -> verb));
        return verbs.containsKey(word) && !ABOUT_ALL.contains(word) ? List.of(verbs.get(word)) : verbs.values();
    }

    static CommandLine commandLine(Map<String, String> environment, String word) {
        CommandLine commandLine = new CommandLine(new Main());
        verbsFor(word).forEach(verb -> commandLine.addSubcommand(verb.get()));
        commandLine.getSubcommands().forEach((verb, command) -> BESIDE_FILES
                .getOrDefault(verb, Stream::empty)
                .get()
                .forEach(command.getCommandSpec()::addOption));
        Optional.ofNullable(commandLine.getSubcommands().get("run"))
                .ifPresent(command -> LoadHelp.use(command.getCommandSpec()));
        commandLine.setDefaultValueProvider(new EnvironmentDefaults(environment));
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.registerConverter(Path.class, Main::path);
        commandLine
                .getCommandSpec()
                .usageMessage()
                .sectionMap()
                .put(SECTION_KEY_COMMAND_LIST, help -> TASKS.replace("\n", System.lineSeparator()));
        commandLine.setUsageHelpLongOptionsMaxWidth(36);
        commandLine.setUsageHelpAutoWidth(true);
        collectErrors(commandLine);
        return commandLine;
    }

    /** Reads a path; refuses a blank one, which would stand for the working directory. */
    private static Path path(String text) {
        if (text.isBlank()) {
            throw new CommandLine.TypeConversionException("is empty");
        }
        return Path.of(text);
    }

    /** Lets the parser continue after the first error, so that all errors are reported at once. */
    private static void collectErrors(CommandLine commandLine) {
        commandLine.getCommandSpec().parser().collectErrors(true);
        commandLine.getSubcommands().values().forEach(Main::collectErrors);
    }

    private static int refuseOrRun(ParseResult parsed) {
        Integer helped = CommandLine.executeHelpRequest(parsed);
        if (helped != null) {
            return helped;
        }
        ParseResult level = parsed;
        while (level.errors().isEmpty() && level.hasSubcommand()) {
            level = level.subcommand();
        }
        CommandSpec verb = level.commandSpec();
        if (LoadHelp.isAsked(verb)) {
            verb.commandLine().usage(verb.commandLine().getOut());
            return Exit.GOOD;
        }
        List<String> problems = ParseProblems.of(verb);
        return problems.isEmpty() || verb.userObject() instanceof Verb.FindsProblems
                ? new CommandLine.RunLast().execute(parsed)
                : RefusalText.print(new Refusal(problems), verb);
    }

    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            return new String[] {"dyno " + Build.versionAndCommit()};
        }
    }
}
