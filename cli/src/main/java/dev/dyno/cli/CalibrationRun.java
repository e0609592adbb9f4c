package dev.dyno.cli;

import dev.dyno.app.execute.BrokerHere;
import dev.dyno.app.execute.CannotRun;
import dev.dyno.app.execute.LoadExecution;
import dev.dyno.app.execute.NetworkPath;
import dev.dyno.app.execute.Outputs;
import dev.dyno.app.execute.Pilot;
import dev.dyno.app.execute.Profiles;
import dev.dyno.app.execute.Resources;
import dev.dyno.app.execute.StartedBroker;
import dev.dyno.app.plan.DriverFiles;
import dev.dyno.app.plan.Home;
import dev.dyno.app.plan.PlannedRun;
import dev.dyno.app.plan.Problems;
import dev.dyno.app.plan.TargetReader;
import dev.dyno.broker.process.BrokerException;
import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.Recipes;
import dev.dyno.engine.drivers.DriverFolders;
import dev.dyno.engine.proxy.TcpProxy;
import dev.dyno.engine.selftest.Calibration;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.OverTimeCollector;
import dev.dyno.model.result.RunResult;
import dev.dyno.report.console.Screen;
import dev.dyno.report.store.CommandRecord;
import dev.dyno.report.store.Reporter;
import dev.dyno.report.store.Roles;
import dev.dyno.report.store.RunFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Calibration on a managed broker: the proxy in front of it, and the loads, each a stored run of {@code dyno client}. */
final class CalibrationRun {

    private static final Pattern ADDRESS = Pattern.compile(Pattern.quote(BrokerSpec.LOOPBACK) + ":(\\d+)");
    private static final long SEED = 1;

    private final Home home = Home.find();
    private final DriverFolders drivers = new DriverFolders(home.drivers(), List.of());
    private final List<String> target;
    private final Optional<Path> runs;
    private final CommandRecord given;
    private final PrintWriter out;
    private final PrintWriter err;

    /** Output of single runs, which the table summarizes. */
    private final PrintWriter nowhere = new PrintWriter(Writer.nullWriter());

    private static final Reporter QUIET = new Reporter() {
        @Override
        public void onInterval(Interval interval) {}

        @Override
        public void onResult(RunResult result) {}
    };

    CalibrationRun(
            String broker,
            Optional<String> driver,
            Optional<Path> runs,
            CommandRecord given,
            PrintWriter out,
            PrintWriter err) {
        target = driver.map(name -> List.of("--broker", broker, "--driver", name))
                .orElseGet(() -> List.of("--broker", broker));
        this.runs = runs;
        this.given = given;
        this.out = out;
        this.err = err;
    }

    private TargetReader reader(Problems problems) {
        LoadCommand load = new LoadCommand(Roles.BOTH);
        load.commandLine().parseArgs(target.toArray(String[]::new));
        return load.target(new DriverFiles(drivers, problems), drivers, problems);
    }

    /** Reasons not to begin, one sentence each. */
    List<String> problems() {
        Problems problems = new Problems();
        TargetReader reader = reader(problems);
        problems.addIf(
                reader.managedBroker().isEmpty(),
                "--calibrate: " + target.get(1)
                        + "; must be a broker that Dyno starts in a process of its own, see dyno broker list.");
        reader.check();
        reader.checkBroker(home.path());
        return problems.sentences();
    }

    /**
     * Starts the broker, makes the loads, and stops it.
     *
     * @return one sentence for each untruth
     */
    List<String> call() throws CannotRun {
        Screen screen = Terminal.screen(out);
        try (SystemTime time = new SystemTime()) {
            InetAddress host = InetAddress.getLoopbackAddress();
            int port = BrokerLauncher.freePort(host);
            Calibration calibration = new Calibration(time, SystemTime::prepareThread, line -> {
                out.println(line);
                out.flush();
            });
            InetSocketAddress server = new InetSocketAddress(host, port);
            try (TcpProxy proxy = TcpProxy.open(host, server, time, calibration.tap(), SEED);
                    BrokerHere broker =
                            new BrokerHere(spec(port, proxy), home, screen, urls -> throughProxy(urls, proxy))) {
                LoadExecution execution =
                        new LoadExecution(drivers, Screen.plain(nowhere), nowhere, err, Signals::endInGoodOrder);
                return calibration.run(proxy, options -> report(options, execution, broker, time));
            }
        } catch (CannotRun e) {
            throw e;
        } catch (Exception e) {
            throw new CannotRun(String.valueOf(e.getMessage()));
        }
    }

    private BrokerSpec spec(int port, TcpProxy proxy) throws BrokerException {
        BrokerSpec spec = reader(new Problems()).brokerSpec().orElseThrow().withPort(port);
        return Recipes.in(home.path()).isAdvertising(spec) ? NetworkPath.advertising(spec, proxy) : spec;
    }

    /** URLs of the broker, in which the driver's has the address of the proxy, which passes on to the broker. */
    private Map<String, String> throughProxy(Map<String, String> urls, TcpProxy proxy) {
        String driver = reader(new Problems()).producers(urls).driver();
        Map<String, String> changed = new LinkedHashMap<>(urls);
        changed.computeIfPresent(driver, (name, url) -> {
            Matcher address = ADDRESS.matcher(url);
            if (!address.find()) {
                return url;
            }
            proxy.passTo(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(address.group(1))));
            return address.replaceFirst(BrokerSpec.LOOPBACK + ":" + proxy.port());
        });
        return changed;
    }

    private Calibration.Report report(
            List<String> words, LoadExecution execution, StartedBroker broker, SystemTime time)
            throws CannotRun, IOException {
        LoadCommand load = new LoadCommand(Roles.BOTH);
        load.commandLine().parseArgs(words.toArray(String[]::new));
        Problems problems = new Problems();
        WorkloadFile read = load.workload("calibration", problems);
        if (!problems.isEmpty()) {
            throw new CannotRun(String.join(" ", problems.sentences()));
        }
        Outputs outputs = Outputs.ofProgress(runs, plan -> QUIET, Screen.plain(nowhere), err)
                .given(Optional.of(given));
        LoadExecution.Job job = new LoadExecution.Job(
                PlannedRun.of(read, reader(problems)),
                new SecureRandom().nextLong(),
                false,
                0,
                Resources.of(reader(problems), problems),
                new Profiles(List.of(), home, Screen.plain(nowhere), nowhere, err),
                Pilot.NONE);
        RunResult result = execution.run(job, broker, outputs, time);
        Path folder = outputs.storedAt()
                .orElseThrow(() -> new CannotRun(result.outcome().cause().orElse("the run could not be stored")));
        OverTimeCollector seconds = new OverTimeCollector();
        RunFolder.read(folder).intervals().forEach(seconds::add);
        return new Calibration.Report(result, seconds.build(result).outages());
    }
}
