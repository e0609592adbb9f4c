package dev.dyno.app.plan;

import static dev.dyno.model.config.TargetSettings.BROKER;
import static dev.dyno.model.config.TargetSettings.DRIVER;
import static dev.dyno.model.config.TargetSettings.OWN_DEFAULTS;
import static dev.dyno.model.config.TargetSettings.URL;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.Secrets;
import dev.dyno.engine.drivers.DriverFolders;
import dev.dyno.model.config.Reading;
import dev.dyno.model.config.file.DriverFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Driver files of the OpenMessaging Benchmark, given in place of the name of a driver. Each is read once. */
public final class DriverFiles {

    private final DriverFolders drivers;
    private final Problems problems;
    private final Map<String, DriverFile> read = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();

    public DriverFiles(DriverFolders drivers, Problems problems) {
        this.drivers = drivers;
        this.problems = problems;
    }

    /** Sentences about settings that do not apply, and about the chosen broker. */
    public List<String> notes() {
        return notes.stream().distinct().toList();
    }

    /** Reads the target of some settings, into which those of a driver file are merged. */
    public TargetReader target(Reading in) {
        return new TargetReader(in, drivers, problems, resolve(in), Optional.empty());
    }

    /** Uses the driver and, unless the user names another, the address of a file; empty if none is given. */
    private Optional<DriverFile> resolve(Reading in) {
        Optional<String> given = in.get(DRIVER).filter(DriverFile::isFile);
        boolean ownDefaults = in.get(OWN_DEFAULTS);
        if (given.isEmpty()) {
            if (ownDefaults) {
                problems.add(in.refusal(
                        OWN_DEFAULTS,
                        "is about what a driver file does not say; give {driver} a file, or leave it out."));
            }
            return Optional.empty();
        }
        String name = given.get();
        DriverFile file = read.computeIfAbsent(name, path -> read(path, ownDefaults));
        Optional<String> driver = Optional.of(file.driver()).filter(word -> !word.isEmpty());
        in.resolve(DRIVER, driver);
        if (in.get(BROKER).isEmpty() && in.get(URL).isEmpty()) {
            in.resolve(URL, driver.flatMap(word -> file.url().or(() -> defaultUrl(word))));
            in.get(URL)
                    .ifPresent(url -> notes.add(name + ": connects to " + Secrets.withoutPassword(url)
                            + (file.url().isPresent()
                                    ? ""
                                    : ", the driver's default, because the file names no address")
                            + "; --broker or --url would name another"));
        } else {
            file.url()
                    .ifPresent(url -> notes.add(name + ": its address " + Secrets.withoutPassword(url)
                            + " is left out, because of " + (in.get(BROKER).isPresent() ? "--broker" : "--url")));
        }
        return Optional.of(file);
    }

    private DriverFile read(String name, boolean ownDefaults) {
        DriverFile file = DriverFile.read(Path.of(name), ownDefaults);
        file.problems().forEach(problem -> problems.add(problem.toString()));
        file.notes().forEach(note -> notes.add(name + ": " + note));
        return file;
    }

    private Optional<String> defaultUrl(String driver) {
        try {
            return drivers.names().contains(driver)
                    ? Optional.of(drivers.defaultUrl(driver)).filter(url -> !url.isEmpty())
                    : Optional.empty();
        } catch (DriverException e) {
            problems.add("--driver: " + e.getMessage());
            return Optional.empty();
        }
    }
}
