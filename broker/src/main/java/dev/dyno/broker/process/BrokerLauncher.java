package dev.dyno.broker.process;

import dev.dyno.model.result.FileReason;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Starts managed brokers: any number at once, from any threads.
 *
 * <p>A recipe without {@code ready} names a main class of ours, which must
 * <ul>
 * <li>bind to the wanted ports at the given address, or choose free ones where they are 0
 * <li>print {@code READY port=… version=… name=value …} as one line once it serves clients, not when the port is open. The names
 * are those of the recipe's ports, and of facts with the broker's own values. Values have no spaces
 * <li>or print {@code FAILED} with a sentence for the user, and end
 * <li>stop the broker on SIGTERM
 * </ul>
 */
public final class BrokerLauncher {

    /** Number of attempts to start: after another process has taken a chosen port, the next attempt has other ports. */
    private static final int ATTEMPTS = 4;

    private final Path home;
    private final LaunchListener listener;
    private final ClassPaths classPaths;
    private final OtherVersions otherVersions;

    /** @param dynoHome the folder with {@code recipes/} and {@code brokers/} */
    public BrokerLauncher(Path dynoHome) {
        this(dynoHome, LaunchListener.SILENT);
    }

    /** @param listener receives the steps of each start */
    public BrokerLauncher(Path dynoHome, LaunchListener listener) {
        this(dynoHome, memoryOfThisUser(), listener);
    }

    /** @param memory folder with the lists of what was fetched */
    BrokerLauncher(Path dynoHome, Path memory, LaunchListener listener) {
        this.listener = listener;
        home = dynoHome.toAbsolutePath().normalize();
        classPaths = new ClassPaths(home, memory, new Fetcher(home, listener));
        otherVersions = new OtherVersions(memory, listener);
    }

    /** A free port at the address, for a broker that needs its port before it starts. */
    public static int freePort(InetAddress host) throws BrokerException {
        return Ports.free(host);
    }

    static Path memoryOfThisUser() {
        return Path.of(System.getProperty("user.home"), ".dyno", "brokers");
    }

    /** Whether the broker runs in a JVM; also true if there is no such recipe, which {@link #check} reports. */
    public boolean isJava(BrokerSpec spec) {
        try {
            return Recipes.in(home).find(spec.recipe(), spec.version()).isJava();
        } catch (BrokerException e) {
            return true;
        }
    }

    /**
     * Checks, without starting anything, whether the spec can be met.
     *
     * @return one sentence for each problem; empty if there is none
     */
    public List<String> check(BrokerSpec spec) {
        List<String> problems = new ArrayList<>();
        try {
            Recipe recipe = Recipes.in(home).find(spec.recipe(), spec.version());
            // A wanted version that can be fetched is not checked: only fetching it shows whether it exists.
            if (recipe.software() instanceof Software.Installed program
                    && !(spec.version().isPresent() && OtherVersions.areToBeHad(program))) {
                Programs.require(recipe, program, spec.knobs());
            }
            collect(problems, recipe, BrokerSpec.of(spec.recipe()).withKnobs(spec.knobs()));
            collect(problems, recipe, spec.withKnobs(Map.of()));
        } catch (BrokerException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
        return problems;
    }

    /**
     * Names of the spec's knobs that can make the broker run programs, or the recipe's name if it runs any image; empty if there
     * is no such recipe, which {@link #check} reports.
     */
    public List<String> flagsOf(BrokerSpec spec) {
        try {
            Recipe recipe = Recipes.in(home).find(spec.recipe(), spec.version());
            if (recipe.software() instanceof Software.Installed software && software.isAnyImage()) {
                return List.of(recipe.name());
            }
            Map<String, Knob> knobs = recipe.knobs();
            return spec.knobs().keySet().stream()
                    .filter(name -> knobs.containsKey(name)
                            && (knobs.get(name).type() == Knob.Type.FLAGS
                                    || knobs.get(name).type() == Knob.Type.PROGRAM))
                    .toList();
        } catch (BrokerException e) {
            return List.of();
        }
    }

    private void collect(List<String> problems, Recipe recipe, BrokerSpec spec) {
        try {
            new LaunchPlan(recipe, spec);
        } catch (BrokerException e) {
            problems.addAll(String.valueOf(e.getMessage()).lines().toList());
        }
    }

    /**
     * Starts a broker on another thread, so that the tool can load everything else at the same time; see {@link #start}. The
     * future fails with the exception of the start. If the tool ends before the future completes, the broker ends with it.
     */
    public CompletableFuture<ManagedBroker> startAsync(BrokerSpec spec) {
        CompletableFuture<ManagedBroker> future = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        ManagedBroker broker = start(spec);
                        if (!future.complete(broker)) {
                            broker.close(); // The future was cancelled, so nobody else closes it.
                        }
                    } catch (Exception | Error e) {
                        future.completeExceptionally(e);
                    }
                },
                "broker-start");
        thread.setDaemon(true);
        thread.start();
        return future;
    }

    /**
     * Starts a broker and waits until it is ready.
     *
     * @throws BrokerException when the spec cannot be met, or the broker does not get ready in time; it has ended then
     * @throws InterruptedException when the thread is interrupted; the broker has ended then, too
     */
    public ManagedBroker start(BrokerSpec spec) throws BrokerException, InterruptedException {
        LaunchPlan plan = new LaunchPlan(Recipes.in(home).find(spec.recipe(), spec.version()), spec);
        Installation installation = Installation.of(plan, spec.version(), classPaths, otherVersions);
        String broker = plan.nameWith(installation.version());
        listener.onStep("starting " + broker, "");
        DataFolder data = dataFolder(spec, broker);
        Ports ports = plan.ports(data.mark().map(DataMark::ports).orElse(Map.of()));
        for (int attempt = 1; ; attempt++) {
            try {
                return start(new Launch(home, plan, installation, data, ports));
            } catch (PortTakenException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                if (data.isPrivate()) {
                    data = dataFolder(spec, broker);
                } else if (data.mark().isEmpty()) {
                    data = emptied(data);
                }
                ports = plan.ports(Map.of());
            }
        }
    }

    public Availability availability(Recipe recipe) {
        if (recipe.software() instanceof Software.Installed program) {
            return Programs.find(program).isPresent() ? Availability.INSTALLED : Availability.NOT_INSTALLED;
        } else if (recipe.software() instanceof Software.Fetched jars) {
            return classPaths.isHere(recipe, jars) ? Availability.FETCHED : Availability.TO_BE_FETCHED;
        }
        return Availability.BUNDLED;
    }

    public enum Availability {
        /** The broker comes with Dyno. */
        BUNDLED,
        /** The broker was fetched before and needs no network. */
        FETCHED,
        /** The broker will be fetched from Maven repositories at its first start. */
        TO_BE_FETCHED,
        /** The broker is a program installed on this machine. */
        INSTALLED,
        /** The broker is a program that is not installed on this machine. */
        NOT_INSTALLED
    }

    private static ManagedBroker start(Launch launch) throws BrokerException, InterruptedException {
        BrokerProcess process = new BrokerProcess(launch);
        boolean ready = false;
        try {
            ManagedBroker broker = ManagedBroker.of(process, process.start());
            ready = true;
            return broker;
        } finally {
            if (!ready) {
                process.end();
            }
        }
    }

    private static DataFolder dataFolder(BrokerSpec spec, String broker) throws BrokerException, InterruptedException {
        return spec.dataDir().isPresent() ? DataFolder.named(spec.dataDir().get(), broker) : DataFolder.newPrivate();
    }

    private static DataFolder emptied(DataFolder data) throws BrokerException {
        try {
            data.empty();
            return data;
        } catch (IOException e) {
            throw new BrokerException(
                    "broker: the data folder " + data.path() + " cannot be emptied: " + FileReason.of(e), e);
        }
    }
}
