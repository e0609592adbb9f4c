package dev.dyno.cli;

import dev.dyno.driver.DriverException;
import dev.dyno.load.DriverFolders;
import dev.dyno.workfile.DriverFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Driver files of the OpenMessaging Benchmark, given where the name of a driver may stand. Each is read once. */
final class DriverFiles {

    private final DriverFolders drivers;
    private final Problems problems;
    private final Map<String, DriverFile> read = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();

    DriverFiles(DriverFolders drivers, Problems problems) {
        this.drivers = drivers;
        this.problems = problems;
    }

    /** What does not apply, and which broker is taken. */
    List<String> notes() {
        return notes.stream().distinct().toList();
    }

    /** The target that is meant: with the driver, the settings and, unless the user names another, the address of the file. */
    TargetOptions resolved(TargetOptions options) {
        if (options.driver.filter(DriverFile::isFile).isEmpty()) {
            return options;
        }
        String name = options.driver.get();
        DriverFile file = read.computeIfAbsent(name, this::read);
        TargetOptions resolved = options.copy();
        resolved.driver = Optional.of(file.driver()).filter(driver -> !driver.isEmpty());
        resolved.driverLabel = Optional.of(file.name());
        resolved.fileProperties = file.properties();
        resolved.traffic = file.traffic();
        if (options.broker.isEmpty() && options.url.isEmpty()) {
            resolved.url = resolved.driver.flatMap(driver -> file.url().or(() -> defaultUrl(driver)));
            resolved.url.ifPresent(url -> notes.add(name + ": connects to " + url
                    + (file.url().isPresent() ? "" : ", the driver's default, because the file names no address")
                    + "; --broker or --url would name another"));
        } else {
            file.url()
                    .ifPresent(url -> notes.add(name + ": its address " + url + " is left out, because of "
                            + (options.broker.isPresent() ? "--broker" : "--url")));
        }
        return resolved;
    }

    private DriverFile read(String name) {
        DriverFile file = DriverFile.read(Path.of(name));
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
