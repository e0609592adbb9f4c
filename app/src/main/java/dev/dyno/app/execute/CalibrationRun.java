package dev.dyno.app.execute;

import dev.dyno.app.plan.Home;
import dev.dyno.app.plan.PlannedRun;
import dev.dyno.app.plan.Problems;
import dev.dyno.app.plan.Setup;
import dev.dyno.app.plan.TargetReader;
import dev.dyno.broker.process.BrokerException;
import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.Recipes;
import dev.dyno.engine.drivers.DriverFolders;
import dev.dyno.engine.proxy.TcpProxy;
import dev.dyno.engine.selftest.Calibration;
import dev.dyno.model.config.TargetSettings;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.OverTimeCollector;
import dev.dyno.model.result.RunResult;
import dev.dyno.report.console.Screen;
import dev.dyno.report.store.CommandRecord;
import dev.dyno.report.store.Reporter;
import dev.dyno.report.store.RunFolderReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Calibration on a managed broker: the proxy in front of it, and the loads, each a stored run. */
public final class CalibrationRun {

    private static final Pattern ADDRESS = Pattern.compile(Pattern.quote(BrokerSpec.LOOPBACK) + ":(\\d+)");
    private static final long SEED = 1;

    /** Shows nothing: the table summarizes the runs. */
    private static final Reporter QUIET = new Reporter() {};

    private final Home home = Home.find();
    private final DriverFolders drivers = new DriverFolders(home.drivers(), List.of());
    private final Setup setup;
    private final Optional<Path> runs;
    private final Screen screen;
    private final RunExecutor executor;

    /**
     * @param broker its name and, after a colon, its version
     * @param driver empty = the broker's own
     * @param runs folder in which the runs are stored; empty = the default
     * @param given command line, which is stored with the runs
     * @param screen receives the table
     * @param signals receives, with each load, the task that ends the load in good order
     */
    public CalibrationRun(
            String broker,
            Optional<String> driver,
            Optional<Path> runs,
            CommandRecord given,
            Screen screen,
            PrintWriter err,
            Consumer<Runnable> signals) {
        Map<String, String> settings = new LinkedHashMap<>(Map.of(TargetSettings.BROKER.key(), broker));
        driver.ifPresent(name -> settings.put(TargetSettings.DRIVER.key(), name));
        setup = new Setup("", settings);
        this.runs = runs;
        this.screen = screen;
        executor =
                RunExecutor.ofProgress(drivers, home, Screen.plain(new PrintWriter(Writer.nullWriter())), err, signals);
        executor.storeCommand(given);
    }

    /** Reasons not to begin, one sentence each. */
    public List<String> problems() {
        Problems problems = new Problems();
        TargetReader target = setup.target(drivers, problems);
        String broker = String.valueOf(setup.settings().get(TargetSettings.BROKER.key()));
        problems.addIf(
                broker.isBlank() || target.managedBroker().isEmpty(),
                "--calibrate: " + (broker.isBlank() ? "is empty" : broker)
                        + "; must be a broker that Dyno starts in a process of its own, see dyno broker list.");
        target.check(home.path());
        return problems.sentences().stream()
                .map(sentence -> sentence.replaceFirst("^driver:", "--driver:"))
                .toList();
    }

    /**
     * Starts the broker, makes the loads, and stops it.
     *
     * @return one sentence for each figure that the proxy refutes
     */
    public List<String> call() throws CannotRun {
        try (SystemTime time = new SystemTime()) {
            InetAddress host = InetAddress.getLoopbackAddress();
            int port = BrokerLauncher.freePort(host);
            Calibration calibration =
                    new Calibration(time, SystemTime::prepareThread, line -> screen.print(List.of(line)));
            InetSocketAddress server = new InetSocketAddress(host, port);
            try (TcpProxy proxy = TcpProxy.open(host, server, time, calibration.tap(), SEED);
                    BrokerHere broker = new BrokerHere(
                            spec(port, proxy), home, screen, Optional.empty(), urls -> throughProxy(urls, proxy))) {
                return calibration.run(proxy, load -> report(load, broker));
            }
        } catch (CannotRun e) {
            throw e;
        } catch (Exception e) {
            throw new CannotRun(String.valueOf(e.getMessage()));
        }
    }

    private TargetReader target() {
        return setup.target(drivers, new Problems());
    }

    private BrokerSpec spec(int port, TcpProxy proxy) throws BrokerException {
        BrokerSpec spec = target().brokerSpec().orElseThrow().withPort(port);
        return Recipes.in(home.path()).isAdvertising(spec) ? NetworkPath.advertising(spec, proxy) : spec;
    }

    /** URLs of the broker, with the proxy's address in that of the driver; from now on the proxy passes on to the broker. */
    private Map<String, String> throughProxy(Map<String, String> urls, TcpProxy proxy) {
        String driver = target().producers(urls).driver();
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

    private Calibration.Report report(WorkloadFile load, StartedBroker broker) throws CannotRun, IOException {
        RunExecutor.Done done = executor.run(PlannedRun.of(load, target()), count -> QUIET, Pilot.NONE, broker, runs);
        RunResult result = done.result();
        Path folder = done.folder()
                .orElseThrow(() -> new CannotRun(result.outcome().cause().orElse("the run could not be stored")));
        OverTimeCollector seconds = new OverTimeCollector();
        new RunFolderReader(folder).intervals().forEach(seconds::add);
        return new Calibration.Report(result, seconds.build(result).outages());
    }
}
