package dev.dyno.app.plan;

import static dev.dyno.model.config.TargetSettings.CONSUMER_DRIVER;
import static dev.dyno.model.config.TargetSettings.CONSUMER_URL;
import static dev.dyno.model.config.TargetSettings.DRIVER;
import static dev.dyno.model.config.TargetSettings.KNOBS;
import static dev.dyno.model.config.TargetSettings.PROTOCOL;
import static dev.dyno.model.config.TargetSettings.URL;

import dev.dyno.broker.process.BrokerException;
import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.Recipe;
import dev.dyno.broker.process.Recipes;
import dev.dyno.driver.Client;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Secrets;
import dev.dyno.driver.setting.NearName;
import dev.dyno.engine.drivers.DriverFolders;
import dev.dyno.model.config.LoadSetting;
import dev.dyno.model.config.Reading;
import dev.dyno.model.config.TargetSettings;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.workload.Target;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks of a target before anything is started. */
final class TargetCheck {

    /** Port after each host of a URL without its parameters. */
    private static final Pattern PORT = Pattern.compile("[/,(@][^/,()#@]*:(\\d+)(?=[/,()#]|$)");

    private static final int LAST_PORT = 65535;
    private static final int PORT_DIGITS = 5;

    private final TargetReader target;
    private final Reading in;
    private final DriverFolders drivers;
    private final Problems problems;

    TargetCheck(TargetReader target) {
        this.target = target;
        in = target.in();
        drivers = target.drivers();
        problems = target.problems();
    }

    void check(Path home) {
        TargetSettings.check(in);
        checkUrl(URL, DRIVER, in.get(DRIVER), in.get(PROTOCOL));
        checkUrl(CONSUMER_URL, CONSUMER_DRIVER, target.consumerDriver(), target.consumerProtocol());
        checkBroker(home);
    }

    /** Checks, before the broker is started, which may take a while, that it can be started and that a driver reaches it. */
    private void checkBroker(Path home) {
        target.brokerSpec().ifPresent(spec -> {
            try {
                Recipes recipes = Recipes.in(home);
                recipes.require(spec.recipe(), TargetSettings.IN_PROCESS);
                List<String> sentences = new BrokerLauncher(home).check(spec);
                sentences.forEach(problems::add);
                if (sentences.isEmpty()) {
                    checkReaches(recipes.find(spec.recipe(), spec.version()));
                }
            } catch (BrokerException e) {
                problems.add(String.valueOf(e.getMessage()));
            }
        });
    }

    private void checkReaches(Recipe recipe) {
        List<String> reaching = List.copyOf(recipe.urls().keySet());
        List<String> here = reaching.stream().filter(drivers.names()::contains).toList();
        if (in.get(DRIVER).isPresent() || in.get(PROTOCOL).isPresent()) {
            String driver = target.driverOf(Optional.empty(), in.get(DRIVER), in.get(PROTOCOL), Map.of());
            problems.addIf(
                    drivers.names().contains(driver)
                            && !reaching.contains(driver)
                            && !TargetSettings.ANY_PROVIDER.contains(driver),
                    "broker " + recipe.name() + ": driver " + driver + " does not reach it; must be one of "
                            + String.join(", ", reaching) + ".");
        } else if (!here.contains(reaching.get(0))) {
            String own = reaching.get(0);
            problems.add("broker " + recipe.name() + ": "
                    + (here.isEmpty()
                            ? "no driver for this broker is installed here (its own is " + own + "). Choose another"
                                    + " broker, or start this one by dyno broker start " + recipe.name()
                                    + in.filled(URL, " and give {url}.")
                            : "its driver " + own + " is not installed here."
                                    + in.filled(DRIVER, " Give another that reaches it by {driver}: ")
                                    + String.join(", ", here) + "."));
        }
    }

    /** Checks a URL. A given driver has its own form of addresses; otherwise the scheme determines the driver. */
    private void checkUrl(
            LoadSetting<?, Optional<String>> at,
            LoadSetting<?, Optional<String>> named,
            Optional<String> driver,
            Optional<String> protocol) {
        checkDriverName(named);
        String url = in.get(at).orElse("");
        if (!Secrets.isClear(url)) {
            target.refuse(
                    at,
                    "the user or password contains a character that is reserved in URLs (# @ / ? : , or a space); percent-encode"
                            + " it, for example # as %23, or leave user and password out and give {user} and"
                            + " {password-file}.");
            return;
        }
        Matcher port = PORT.matcher(url.replaceFirst("\\?.*", ""));
        while (port.find()) {
            if (port.group(1).length() > PORT_DIGITS || Integer.parseInt(port.group(1)) > LAST_PORT) {
                target.refuse(at, "{given}; a port must be from 1 to " + LAST_PORT + ".");
                return;
            }
        }
        if (driver.isPresent() || url.isEmpty()) {
            return;
        }
        Matcher parts = TargetReader.URL_PARTS.matcher(url);
        if (!parts.matches()) {
            target.refuse(
                    at,
                    "{given}; must be an address with a scheme, like tcp://localhost:61616 or amqp://localhost:5672.");
            return;
        }
        String scheme = parts.group(1);
        String rest = parts.group(2);
        if (protocol.isEmpty() && !target.schemes().containsKey(scheme)) {
            target.refuse(
                    at,
                    "{given}; must begin with one of "
                            + String.join(", ", target.schemes().keySet())
                            + ". For other addresses name the {driver}.");
        } else if (rest.startsWith("//") && rest.matches("//([:/?].*)?")) {
            target.refuse(at, "{given}; must name a host, like " + scheme + "://localhost.");
        }
    }

    private void checkDriverName(LoadSetting<?, Optional<String>> setting) {
        List<String> names = drivers.names();
        if (names.isEmpty()) {
            target.refuse(DRIVER, "there are no drivers where Dyno is installed; build or unpack it again.");
        } else if (in.get(setting).filter(name -> !names.contains(name)).isPresent()) {
            target.refuse(
                    setting,
                    in.get(setting).get() + "; must be one of " + String.join(", ", names) + "."
                            + NearName.question(in.get(setting).get(), names));
        }
    }

    /**
     * Asks the drivers for errors in their settings and these destinations, if there are no other errors. Nothing is connected:
     * in place of a broker that is still to be started, its driver gets the default address.
     */
    void checkDrivers(Path home, List<Destination> destinations, Problems found) {
        Optional<BrokerSpec> spec = target.brokerSpec();
        // With TLS the URL would not be the default one, and checks of certificates depend on it.
        boolean tls = Boolean.parseBoolean(in.get(KNOBS).get("tls"));
        if (!problems.isEmpty() || !found.isEmpty() || (spec.isPresent() && tls)) {
            return;
        }
        try (SystemTime time = new SystemTime()) {
            Map<String, String> urls = defaultUrls(home);
            Set<Target> targets = new LinkedHashSet<>(List.of(target.producers(urls), target.consumers(urls)));
            for (Target one : targets) {
                if (spec.isEmpty() || !one.url().isBlank()) {
                    checkDriver(one, destinations, time, found);
                }
            }
        }
    }

    /** Default URLs of all drivers that reach the broker. */
    private Map<String, String> defaultUrls(Path home) {
        Map<String, String> urls = new LinkedHashMap<>(target.ownDrivers(home));
        urls.replaceAll((driver, url) -> drivers.names().contains(driver) ? target.defaultUrl(driver) : "");
        return urls;
    }

    private void checkDriver(Target one, List<Destination> destinations, SystemTime time, Problems found) {
        try (Client client = drivers.open(one, time)) {
            client.checkNames(destinations);
        } catch (DriverException e) {
            String sentence = String.valueOf(e.getMessage());
            found.add(sentence.startsWith("driver ") ? sentence : "driver " + one.driver() + ": " + sentence);
        }
    }
}
