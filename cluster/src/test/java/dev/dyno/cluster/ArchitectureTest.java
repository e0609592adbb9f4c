package dev.dyno.cluster;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Runs over several workers stand on the core, which knows nothing of them; the group knows nothing of runs. */
class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.dyno");

    @Test
    void theCoreKnowsNothingOfWorkers() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.dyno.cluster..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.dyno.cluster..")
                .check(CLASSES);
    }

    @Test
    void runsOverWorkersUseOnlyWhatIsBelowThem() {
        classes()
                .that()
                .resideInAPackage("dev.dyno.cluster")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.dyno.cluster",
                        "dev.dyno.cluster.group",
                        "dev.dyno.broker.process",
                        "dev.dyno.driver",
                        "dev.dyno.model.pace",
                        "dev.dyno.model.workload",
                        "dev.dyno.model.config.file",
                        "dev.dyno.model.yaml",
                        "dev.dyno.report.store",
                        "dev.dyno.model.result",
                        "dev.dyno.broker.resource",
                        "dev.dyno.engine..",
                        "org.HdrHistogram",
                        "tools.jackson..",
                        "com.fasterxml.jackson.annotation",
                        "org.jspecify.annotations",
                        "java..")
                .check(CLASSES);
    }

    @Test
    void theGroupKnowsNothingOfRuns() {
        noClasses()
                .that()
                .resideInAPackage("dev.dyno.cluster.group")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.dyno.cluster", "dev.dyno.engine..", "dev.dyno.model.result", "dev.dyno.model.workload")
                .check(CLASSES);
    }
}
